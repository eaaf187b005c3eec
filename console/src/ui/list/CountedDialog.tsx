import { Button, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Refused } from '../../api/client.ts'
import { takeUpFault } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useTold } from '../fault.ts'
import { unlessBusy } from '../form/use-sending.ts'
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

/** How many it would be, where others were confirmed: there are more reasons for a 409. */
const actualOf = (fault: unknown): number | undefined =>
  fault instanceof Refused && fault.code === 'state_conflict' ? fault.answer.actualCount : undefined

/**
 * Says the number first. Of all that match it is the number that the service counts without doing anything; then it is told that number, and
 * refuses where it is another one by then, which is shown and confirmed anew.
 */
export function CountedDialog<R extends { readonly affected: number }>(p: Props<R>) {
  const { selection, some, matching, onClose, onDone } = p
  const { t } = useI18n()
  const isAll = selection.mode === 'allBut'
  const [counted, setCounted] = useState<R | null>(null)
  /** What the service says it is by now. */
  const [changedTo, setChangedTo] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const count = isAll ? (changedTo ?? counted?.affected ?? null) : selection.ids.size
  const { told, wait } = useTold(error)
  /** How often it was counted again, after that had failed. */
  const [tries, setTries] = useState(0)
  const asked = useRef<Props<R>['matching'] | null>(null)
  /** Something else is to be counted than what the service was too busy for. */
  const isDue = error !== null && asked.current !== matching && wait === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try counts anew
  useEffect(() => {
    // no sooner than the service wants to be asked
    if (!isAll || wait > 0) return
    asked.current = matching
    let isWanted = true
    setCounted(null)
    setChangedTo(null)
    setError(null)
    matching({ dryRun: true }).then(
      (result) => isWanted && setCounted(result),
      (fault: unknown) => {
        if (!isWanted) return
        takeUpFault(fault)
        setError(fault)
      },
    )
    return () => {
      isWanted = false
    }
  }, [isAll, matching, tries, isDue])
  const isUncounted = count === null && error !== null
  async function confirm() {
    if (wait > 0) return
    if (isUncounted) setTries(tries + 1)
    if (count === null) return
    setBusy(true)
    setError(null)
    try {
      const result = isAll ? await matching({ expectedCount: count }) : await some([...selection.ids])
      onClose()
      await onDone(result)
    } catch (fault) {
      const actual = isAll ? actualOf(fault) : undefined
      if (actual !== undefined) {
        setChangedTo(actual)
        // what it told besides was of the others
        setCounted(null)
      } else {
        takeUpFault(fault)
        setError(fault)
      }
    } finally {
      setBusy(false)
    }
  }
  const close = unlessBusy(isBusy, onClose)
  return (
    <Modal
      opened
      onClose={close}
      title={count !== null ? p.titleOf(count) : t(isUncounted ? 'bulk.uncounted' : 'bulk.counting')}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <div className="stack">
        {changedTo !== null && <Note tone="amber">{t('bulk.changed')}</Note>}
        {told && <Fault told={told} wait={wait} />}
        {p.children}
        {counted && p.countedOf?.(counted)}
        <div className="acts">
          <Button variant="default" onClick={close} data-autofocus>
            {t('act.cancel')}
          </Button>
          <Button
            {...(p.isDanger !== false && !isUncounted && { color: 'red' })}
            loading={isBusy}
            disabled={(count === null && !isUncounted) || wait > 0}
            onClick={() => void confirm()}
          >
            {isUncounted ? t('list.retry') : p.confirm}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
