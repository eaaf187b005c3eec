import { useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import type { List } from '../../ui/list/list.ts'
import { SelectionBar } from '../../ui/list/SelectionBar.tsx'
import { nothing } from '../../ui/list/selection.ts'
import { tell, tellFault } from '../../ui/toasts.tsx'
import type { Admin } from './admin.ts'
import type { AdminActs } from './admin-acts.ts'
import { DeleteMany, type Filter } from './DeleteMany.tsx'
import { SkippedDialog } from './SkippedDialog.tsx'

type Result = Reply<'activateAdmins'>

interface Props {
  readonly list: List<Admin>
  readonly acts: AdminActs
}

/** What can be done to many at once: by their ids, a thousand at most, or by the filter where the service takes one. */
export function BulkBar({ list, acts }: Props) {
  const { selection, total, select: onChange } = list
  const filter = list.filter as Filter
  const words = useI18n()
  const { t } = words
  const [isDeleting, setDeleting] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  const finish = async (done: Result) => {
    tell(t('bulk.done', { count: done.affected }))
    if (done.skipped.length > 0) setResult(done)
    onChange(nothing)
    await acts.refresh()
  }
  const change = async (operation: 'activateAdmins' | 'deactivateAdmins') => {
    try {
      await finish(await call(operation, { body: { ids: [...selection.ids] } }))
    } catch (error) {
      tellFault(error, words)
    }
  }
  const offered = [
    acts.canUpdate && { label: t('act.activate'), icon: 'active' as const, takesAll: false, run: () => void change('activateAdmins') },
    acts.canUpdate && {
      label: t('act.deactivate'),
      icon: 'inactive' as const,
      takesAll: false,
      run: () => void change('deactivateAdmins'),
    },
    acts.canDelete && { label: t('act.delete'), icon: 'bin' as const, isDanger: true, takesAll: true, run: () => setDeleting(true) },
  ].filter((act) => act !== false)
  return (
    <>
      <SelectionBar selection={selection} total={total} acts={offered} onChange={onChange} />
      {isDeleting && <DeleteMany selection={selection} filter={filter} onClose={() => setDeleting(false)} onDone={finish} />}
      {result && <SkippedDialog result={result} onClose={() => setResult(null)} />}
    </>
  )
}
