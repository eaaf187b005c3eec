import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Reply } from '../../api/client.ts'
import { callOwn } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Copyable } from '../Facts.tsx'
import { toldOf } from '../fault.ts'
import { Fault, useCountdown } from '../Note.tsx'
import { BackupCodes } from './BackupCodes.tsx'
import { OwnName } from './OwnName.tsx'
import { PasswordField } from './PasswordField.tsx'
import { sixDigits } from './six-digits.ts'

interface Props {
  /** The backup codes are there: whatever is around them stays until they are kept. */
  onCodes?(): void
  onDone(): void
}

/** Password, picture, code, and the backup codes, which are shown once. What was begun elsewhere meanwhile begins anew. */
export function TwoFactorSetup({ onCodes, onDone }: Props) {
  const words = useI18n()
  const { t } = words
  const [setup, setSetup] = useState<Reply<'startTwoFactorSetup'> | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const told = error === null ? null : toldOf(error, words)
  const wait = useCountdown(told?.waitSeconds ?? null, error)
  async function run(work: () => Promise<void>) {
    if (isBusy || wait > 0) return
    setBusy(true)
    setError(null)
    await work().catch((fault: unknown) => {
      setCode('')
      setError(fault)
    })
    setBusy(false)
  }
  const confirm = (value: string) =>
    void run(async () => {
      setCodes((await callOwn('confirmTwoFactor', { body: { code: value } })).backupCodes)
      onCodes?.()
    })
  function type(text: string) {
    const digits = sixDigits(text)
    setCode(digits)
    if (digits.length === 6) confirm(digits)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (setup) return confirm(code)
    const password = String(new FormData(event.currentTarget).get('password'))
    void run(async () => setSetup(await callOwn('startTwoFactorSetup', { body: { password } })))
  }
  if (codes) return <BackupCodes codes={codes} onDone={onDone} />
  return (
    <form onSubmit={submit} className="stack" key={setup ? 'code' : 'password'}>
      <OwnName />
      {told && <Fault told={told} left={wait} />}
      {setup ? (
        <>
          <p className="dim">{t('duty.scan')}</p>
          <img className="qr" src={setup.qrCodeBase64} alt={t('duty.qr')} width={176} height={176} />
          <div className="secret">
            <small className="dim">{t('duty.key')}</small>
            <Copyable text={setup.secret} label={t('duty.copyKey')} />
          </div>
          <TextInput
            name="code"
            label={t('signIn.code')}
            value={code}
            onChange={(event) => type(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="code-field"
            required
            withAsterisk={false}
            autoFocus
            dir="ltr"
            size="md"
          />
        </>
      ) : (
        <PasswordField
          name="password"
          label={t('duty.current')}
          autoComplete="current-password"
          autoFocus
          error={told?.fields.get('password')}
        />
      )}
      <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
        {t(setup ? 'duty.confirm' : 'duty.start')}
      </Button>
    </form>
  )
}
