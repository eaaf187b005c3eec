import { Button, Modal } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { call, type Input, Refused, type Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Selection } from '../../ui/list/selection.ts'
import { Fault, Note } from '../../ui/Note.tsx'

export type Filter = NonNullable<Input<'deleteMatchingAdmins'>['body']['filter']>

interface Props {
  readonly selection: Selection
  readonly filter: Filter
  onClose(): void
  onDone(result: Reply<'deleteAdmins'>): Promise<void>
}

/**
 * Says the number first. Of all that match it is the number that the service counts without deleting; the deletion is told it, and refused
 * where it is another one by then, which is shown and confirmed anew.
 */
export function DeleteMany({ selection, filter, onClose, onDone }: Props) {
  const { t } = useI18n()
  const isAll = selection.mode === 'allBut'
  const [count, setCount] = useState<number | null>(isAll ? null : selection.ids.size)
  const [hasChanged, setChanged] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const matching = useCallback(
    (more: { dryRun: true } | { expectedCount: number }) =>
      call('deleteMatchingAdmins', { body: { filter: given(filter), excludeIds: [...selection.ids], ...more } }),
    [filter, selection],
  )
  const countAgain = useCallback(() => matching({ dryRun: true }).then(({ affected }) => setCount(affected), setError), [matching])
  useEffect(() => {
    if (isAll) void countAgain()
  }, [isAll, countAgain])
  async function confirm() {
    if (count === null) return
    setBusy(true)
    setError(null)
    try {
      const result = isAll ? await matching({ expectedCount: count }) : await call('deleteAdmins', { body: { ids: [...selection.ids] } })
      onClose()
      await onDone(result)
    } catch (fault) {
      if (fault instanceof Refused && fault.status === 409 && isAll) {
        setChanged(true)
        setCount(null)
        await countAgain()
      } else setError(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={count === null ? t('bulk.counting') : t('bulk.deleteTitle', { count })}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <div className="stack">
        {hasChanged && <Note tone="amber">{t('bulk.changed')}</Note>}
        {error !== null && <Fault error={error} />}
        <p className="dim">{t('bulk.deleteHint')}</p>
        <div className="acts">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('act.cancel')}
          </Button>
          <Button color="red" loading={isBusy} disabled={count === null} onClick={() => void confirm()}>
            {t('act.delete')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** Without what is not filtered by. */
const given = (filter: Filter): Filter => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
