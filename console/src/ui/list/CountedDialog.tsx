import { Button, Modal } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Refused } from '../../api/client.ts'
import { takeUpRefusal } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fault, Note } from '../Note.tsx'
import type { Selection } from './selection.ts'

interface Props<R> {
  readonly selection: Selection
  /** The question, with the number. */
  titleOf(count: number): string
  readonly confirm: string
  readonly isDanger?: boolean
  /** Does it to the records that were chosen one by one. */
  some(ids: string[]): Promise<R>
  /** Does it to all that match but those that were left out, or only counts them: a new function counts anew. */
  matching(more: { dryRun: true } | { expectedCount: number }): Promise<R>
  /** Says what the count tells besides the number. */
  countedOf?(counted: R): ReactNode
  readonly children?: ReactNode
  onClose(): void
  onDone(result: R): Promise<void>
}

/**
 * Says the number first. Of all that match it is the number that the service counts without doing anything; then it is told that number, and
 * refuses where it is another one by then, which is shown and confirmed anew.
 */
export function CountedDialog<R extends { readonly affected: number }>(p: Props<R>) {
  const { selection, some, matching, onClose, onDone } = p
  const { t } = useI18n()
  const isAll = selection.mode === 'allBut'
  const [counted, setCounted] = useState<R | null>(null)
  const [hasChanged, setChanged] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const count = isAll ? (counted?.affected ?? null) : selection.ids.size
  const countAgain = useCallback(() => matching({ dryRun: true }).then(setCounted, setError), [matching])
  useEffect(() => {
    if (!isAll) return
    setCounted(null)
    void countAgain()
  }, [isAll, countAgain])
  async function confirm() {
    if (count === null) return
    setBusy(true)
    setError(null)
    try {
      const result = isAll ? await matching({ expectedCount: count }) : await some([...selection.ids])
      onClose()
      await onDone(result)
    } catch (fault) {
      if (fault instanceof Refused && fault.status === 409 && isAll) {
        setChanged(true)
        setCounted(null)
        await countAgain()
      } else {
        takeUpRefusal(fault)
        setError(fault)
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={count === null ? t('bulk.counting') : p.titleOf(count)}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <div className="stack">
        {hasChanged && <Note tone="amber">{t('bulk.changed')}</Note>}
        {error !== null && <Fault error={error} />}
        {p.children}
        {counted && p.countedOf?.(counted)}
        <div className="acts">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('act.cancel')}
          </Button>
          <Button {...(p.isDanger !== false && { color: 'red' })} loading={isBusy} disabled={count === null} onClick={() => void confirm()}>
            {p.confirm}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
