import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { callOwn } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { CodeField } from '../form/CodeField.tsx'
import type { Guard } from '../form/LeaveDialog.tsx'
import { Fault } from '../Note.tsx'
import { BackupCodes } from './BackupCodes.tsx'
import { useProof } from './use-proof.ts'

/** What a part that shows backup codes tells the one around it. */
export interface CodesProps {
  /** Of the pages around it. */
  readonly Guard: Guard
  /** The backup codes are there: whatever is around them stays until they are kept. */
  onCodes?(): void
  /** Whether an answer is on its way: the codes may be in it. */
  onBusy?(isBusy: boolean): void
  onDone(): void
}

/** New backup codes, by a code of the app. */
export function NewCodes({ Guard, onCodes, onBusy, onDone, lead }: CodesProps & { readonly lead: ReactNode }) {
  const { t } = useI18n()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { sending, submit } = useProof(onBusy, async (data) => {
    setCodes((await callOwn('regenerateBackupCodes', { body: { code: String(data.get('code')) } })).backupCodes)
    onCodes?.()
  })
  if (codes) return <BackupCodes codes={codes} Guard={Guard} onDone={onDone} />
  return (
    <form className="stack" onSubmit={submit}>
      {lead}
      <Fault {...sending} />
      <CodeField isFree autoFocus label={t('signIn.code')} error={sending.told?.fields.get('code')} />
      <Button type="submit" size="md" fullWidth loading={sending.isBusy} disabled={sending.wait > 0}>
        {t('signIn.continue')}
      </Button>
    </form>
  )
}
