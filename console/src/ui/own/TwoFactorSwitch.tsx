import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { callOwn } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { toldOf } from '../fault.ts'
import { BackupCodes } from '../form/BackupCodes.tsx'
import { OwnName } from '../form/OwnName.tsx'
import { PasswordField } from '../form/PasswordField.tsx'
import { TwoFactorSetup } from '../form/TwoFactorSetup.tsx'
import { Icon } from '../Icon.tsx'
import { Fault, useCountdown } from '../Note.tsx'
import { tell } from '../toasts.tsx'

type Doing = 'on' | 'off' | 'codes'

interface Props {
  readonly isOn: boolean
  /** Whether it may not be changed now. */
  readonly isClosed?: boolean
  /** Reads again whether it is on. */
  onChange(): void
}

/** The second factor: on, off, and new backup codes. */
export function TwoFactorSwitch({ isOn, isClosed = false, onChange }: Props) {
  const { t } = useI18n()
  const [doing, setDoing] = useState<Doing | null>(null)
  // codes are shown once: only who says that they have them gets past them
  const [areCodesShown, setCodesShown] = useState(false)
  const showCodes = () => setCodesShown(true)
  const close = () => {
    setDoing(null)
    setCodesShown(false)
    onChange()
  }
  const dialogs = { on: 'me.turnOn', off: 'me.turnOff', codes: 'me.newCodes' } as const
  return (
    <>
      <p className="me-state" data-tone={isOn ? 'green' : 'amber'}>
        <Icon name={isOn ? 'shield' : 'shieldOff'} size={18} />
        {t(isOn ? 'me.factorOn' : 'me.factorOff')}
      </p>
      <p className="dim">{t(isOn ? 'me.factorOnHint' : 'me.factorOffHint')}</p>
      <div className="me-acts">
        {isOn ? (
          <>
            <Button variant="default" disabled={isClosed} onClick={() => setDoing('codes')}>
              {t('me.newCodes')}
            </Button>
            <Button variant="default" disabled={isClosed} onClick={() => setDoing('off')}>
              {t('me.turnOff')}
            </Button>
          </>
        ) : (
          <Button disabled={isClosed} onClick={() => setDoing('on')}>
            {t('me.turnOn')}
          </Button>
        )}
      </div>
      {doing && (
        <Modal
          opened
          onClose={close}
          title={t(dialogs[doing])}
          closeOnClickOutside={false}
          closeOnEscape={!areCodesShown}
          withCloseButton={!areCodesShown}
          closeButtonProps={{ 'aria-label': t('act.close') }}
        >
          {doing === 'on' && <TwoFactorSetup onCodes={showCodes} onDone={close} />}
          {doing === 'off' && <TurnOff onDone={close} />}
          {doing === 'codes' && <NewCodes onCodes={showCodes} onDone={close} />}
        </Modal>
      )}
    </>
  )
}

/** Sends what a form asks for; what is refused stands above it. */
function useProof(work: (data: FormData) => Promise<void>) {
  const words = useI18n()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const told = error === null ? null : toldOf(error, words)
  const wait = useCountdown(told?.waitSeconds ?? null, error)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || wait > 0) return
    setBusy(true)
    setError(null)
    await work(new FormData(event.currentTarget)).catch(setError)
    setBusy(false)
  }
  return { told, wait, isBusy, submit: (event: FormEvent<HTMLFormElement>) => void submit(event) }
}

function CodeField({ label, error }: { label: string; error: string | undefined }) {
  return (
    <TextInput
      name="code"
      label={label}
      error={error}
      autoComplete="one-time-code"
      className="code-field"
      required
      withAsterisk={false}
      dir="ltr"
      size="md"
    />
  )
}

function TurnOff({ onDone }: { onDone(): void }) {
  const { t } = useI18n()
  const { told, wait, isBusy, submit } = useProof(async (data) => {
    await callOwn('disableTwoFactor', { body: { password: String(data.get('password')), code: String(data.get('code')).trim() } })
    tell(t('me.factorOff'))
    onDone()
  })
  return (
    <form className="stack" onSubmit={submit}>
      <OwnName />
      <p className="dim">{t('me.turnOffHint')}</p>
      {told && <Fault told={told} left={wait} />}
      <PasswordField
        name="password"
        label={t('duty.current')}
        autoComplete="current-password"
        data-autofocus
        error={told?.fields.get('password')}
      />
      <CodeField label={t('me.codeOrBackup')} error={told?.fields.get('code')} />
      <Button type="submit" color="red" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
        {t('me.turnOff')}
      </Button>
    </form>
  )
}

function NewCodes({ onCodes, onDone }: { onCodes(): void; onDone(): void }) {
  const { t } = useI18n()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { told, wait, isBusy, submit } = useProof(async (data) => {
    setCodes((await callOwn('regenerateBackupCodes', { body: { code: String(data.get('code')).trim() } })).backupCodes)
    onCodes()
  })
  if (codes) return <BackupCodes codes={codes} onDone={onDone} />
  return (
    <form className="stack" onSubmit={submit}>
      <p className="dim">{t('me.newCodesHint')}</p>
      {told && <Fault told={told} left={wait} />}
      <CodeField label={t('signIn.code')} error={told?.fields.get('code')} />
      <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
        {t('signIn.continue')}
      </Button>
    </form>
  )
}
