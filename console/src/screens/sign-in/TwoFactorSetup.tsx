import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { Fault } from '../../ui/Note.tsx'

/** Password, picture, code, and the backup codes, which are shown once. */
export function TwoFactorSetup({ onDone }: { onDone(): void }) {
  const { t } = useI18n()
  const [setup, setSetup] = useState<Reply<'startTwoFactorSetup'> | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const value = String(new FormData(event.currentTarget).get(setup ? 'code' : 'password')).trim()
    setBusy(true)
    setError(null)
    try {
      if (setup) setCodes((await call('confirmTwoFactor', { body: { code: value } })).backupCodes)
      else setSetup(await call('startTwoFactorSetup', { body: { password: value } }))
    } catch (fault) {
      setError(fault)
    } finally {
      setBusy(false)
    }
  }
  if (codes)
    return (
      <div className="stack">
        <h2>{t('duty.codes')}</h2>
        <p className="dim">{t('duty.codesSub')}</p>
        <ul className="codes" dir="ltr">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Button size="md" fullWidth onClick={onDone}>
          {t('duty.saved')}
        </Button>
      </div>
    )
  return (
    <form onSubmit={(event) => void submit(event)} className="stack" key={setup ? 'code' : 'password'}>
      {error !== null && <Fault error={error} />}
      {setup ? (
        <>
          <p className="dim">{t('duty.scan')}</p>
          <img className="qr" src={setup.qrCodeBase64} alt={t('duty.qr')} width={200} height={200} />
          <p>
            {t('duty.key')}:{' '}
            <code className="key" dir="ltr">
              {setup.secret}
            </code>
          </p>
          <TextInput
            name="code"
            label={t('signIn.code')}
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
        <PasswordField name="password" label={t('signIn.password')} autoComplete="current-password" autoFocus />
      )}
      <Button type="submit" size="md" fullWidth loading={isBusy}>
        {t(setup ? 'duty.confirm' : 'duty.start')}
      </Button>
    </form>
  )
}
