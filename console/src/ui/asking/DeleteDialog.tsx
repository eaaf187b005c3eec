import { useRef } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../form/ConfirmDialog.tsx'
import { Note } from '../Note.tsx'

export interface Deletion {
  /** Of what is deleted. */
  readonly name: string
  /** Permissions that the caller would need to bring it back. */
  readonly lacking: readonly string[]
  /** Deletes it, and tells what came of it. @returns whether it was done */
  run(): Promise<boolean>
  /** @param isDone whether it was deleted */
  onEnd(isDone: boolean): void
}

/** Asks before something goes to the recycle bin, from where the caller could not bring it back. */
export function DeleteDialog({ name, lacking, run, onEnd }: Deletion) {
  const { t, list } = useI18n()
  const isDone = useRef(false)
  return (
    <ConfirmDialog
      title={t('delete.title', { name })}
      confirm={t('act.delete')}
      onClose={() => onEnd(isDone.current)}
      run={async () => {
        isDone.current = await run()
      }}
    >
      <Note tone="amber">{t('delete.gone', { permissions: list(lacking) })}</Note>
    </ConfirmDialog>
  )
}
