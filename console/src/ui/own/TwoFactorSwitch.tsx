import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { callOwn } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { CodeField } from '../form/CodeField.tsx'
import { CurrentPasswordField } from '../form/CurrentPasswordField.tsx'
import type { Guard } from '../form/LeaveDialog.tsx'
import { OwnName } from '../form/OwnName.tsx'
import { unlessBusy } from '../form/use-sending.ts'
import { Icon } from '../Icon.tsx'
import { Fault } from '../Note.tsx'
import { tell } from '../toasts.tsx'
import { NewCodes } from './NewCodes.tsx'
import { TwoFactorSetup } from './TwoFactorSetup.tsx'
import { useProof } from './use-proof.ts'

type Doing = 'on' | 'off' | 'codes'

interface Props {
  readonly isOn: boolean
  /** Whether it may not be changed now. */
  readonly isClosed?: boolean
  /** Of the pages around it. */
  readonly Guard: Guard
  /** Reads again whether it is on. */
  onChange(): void
}

/** The second factor: on, off, and new backup codes. */
export function TwoFactorSwitch({ isOn, isClosed = false, Guard, onChange }: Props) {
  const { t } = useI18n()
  const [doing, setDoing] = useState<Doing | null>(null)
  // codes are shown once: only who says that they have them gets past them
  const [areCodesShown, setCodesShown] = useState(false)
  const showCodes = () => {
    setCodesShown(true)
    // it is done by now, whichever way the codes are left
    onChange()
  }
  const [isBusy, setBusy] = useState(false)
  const close = () => {
    setDoing(null)
    setCodesShown(false)
    setBusy(false)
    onChange()
  }
  const setup = { Guard, onCodes: showCodes, onBusy: setBusy, onDone: close }
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
          onClose={unlessBusy(isBusy, close)}
          title={t(dialogs[doing])}
          closeOnClickOutside={false}
          closeOnEscape={!areCodesShown}
          withCloseButton={!areCodesShown}
          closeButtonProps={{ 'aria-label': t('act.close') }}
        >
          {doing === 'on' && <TwoFactorSetup {...setup} />}
          {doing === 'off' && <TurnOff onBusy={setBusy} onDone={close} />}
          {doing === 'codes' && <NewCodes {...setup} lead={<p className="dim">{t('me.newCodesHint')}</p>} />}
        </Modal>
      )}
    </>
  )
}

function TurnOff({ onBusy, onDone }: { onBusy(isBusy: boolean): void; onDone(): void }) {
  const { t } = useI18n()
  const { sending, submit } = useProof(onBusy, async (data) => {
    await callOwn('disableTwoFactor', { body: { password: String(data.get('password')), code: String(data.get('code')) } })
    tell(t('me.factorOff'))
    onDone()
  })
  return (
    <form className="stack" onSubmit={submit}>
      <OwnName />
      <p className="dim">{t('me.turnOffHint')}</p>
      <Fault {...sending} />
      <CurrentPasswordField data-autofocus error={sending.told?.fields.get('password')} />
      <CodeField isFree label={t('me.codeOrBackup')} error={sending.told?.fields.get('code')} />
      <Button type="submit" color="red" size="md" fullWidth loading={sending.isBusy} disabled={sending.wait > 0}>
        {t('me.turnOff')}
      </Button>
    </form>
  )
}
