import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { Refused, type Reply, SignedOut } from '../../api/client.ts'
import { callOwn, isTwoFactorOn } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Copyable } from '../Facts.tsx'
import { CodeField } from '../form/CodeField.tsx'
import { CurrentPasswordField } from '../form/CurrentPasswordField.tsx'
import { OwnName } from '../form/OwnName.tsx'
import { useSending } from '../form/use-sending.ts'
import { Fault, Note } from '../Note.tsx'
import { BackupCodes } from './BackupCodes.tsx'
import { type CodesProps, NewCodes } from './NewCodes.tsx'

interface Props extends CodesProps {
  /** It is on, and has no codes yet: whatever is around the form stays, unless somebody leaves it. */
  onOn?(): void
}

/**
 * Password, picture, code, and the backup codes, which are shown once. What was begun elsewhere meanwhile begins anew; what is on though no
 * answer said so is left on, and new codes are made for it.
 */
export function TwoFactorSetup(around: Props) {
  const { Guard, onOn, onCodes, onBusy, onDone } = around
  const { t } = useI18n()
  const [setup, setSetup] = useState<Reply<'startTwoFactorSetup'> | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [code, setCode] = useState('')
  const [isLate, setLate] = useState(false)
  const [isOn, setOn] = useState(false)
  const sending = useSending(() => setCode(''))
  const { told, wait, isBusy, run } = sending
  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy])
  const confirm = (value: string) =>
    void run(async () => {
      try {
        setCodes((await callOwn('confirmTwoFactor', { body: { code: value } })).backupCodes)
        onCodes?.()
      } catch (fault) {
        const isConflict = fault instanceof Refused && fault.code === 'state_conflict'
        if (!isConflict && (fault instanceof Refused || fault instanceof SignedOut)) throw fault
        // the answer may have been lost: whoever took the picture for a bad one then would be locked out
        if (await isTwoFactorOn()) {
          setOn(true)
          return onOn?.()
        }
        if (!isConflict) throw fault
        // what was begun is kept for ten minutes and five wrong codes: no code is right for this picture any more
        setSetup(null)
        setCode('')
        setLate(true)
      }
    })
  function type(digits: string) {
    setCode(digits)
    if (digits.length === 6) confirm(digits)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (setup) return confirm(code)
    const password = String(new FormData(event.currentTarget).get('password'))
    void run(async () => {
      setSetup(await callOwn('startTwoFactorSetup', { body: { password } }))
      setLate(false)
    })
  }
  if (codes) return <BackupCodes codes={codes} Guard={Guard} onDone={onDone} />
  if (isOn) return <NewCodes {...around} lead={<Note tone="amber">{t('duty.isOn')}</Note>} />
  return (
    <form onSubmit={submit} className="stack" key={setup ? 'code' : 'password'}>
      <OwnName />
      {isLate && !told && <Note tone="amber">{t('duty.late')}</Note>}
      <Fault {...sending} />
      {setup ? (
        <>
          <p className="dim">{t('duty.scan')}</p>
          <img className="qr" src={setup.qrCodeBase64} alt={t('duty.qr')} width={176} height={176} />
          <div className="secret">
            <small className="dim">{t('duty.key')}</small>
            <Copyable text={setup.secret} label={t('duty.copyKey')} />
          </div>
          <CodeField label={t('signIn.code')} value={code} onChange={type} autoFocus />
        </>
      ) : (
        <CurrentPasswordField autoFocus error={told?.fields.get('password')} />
      )}
      <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
        {t(setup ? 'duty.confirm' : 'duty.start')}
      </Button>
    </form>
  )
}
