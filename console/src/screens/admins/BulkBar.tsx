import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { lacksToRestore } from '../../api/bin-rights.ts'
import { call, type Input, type Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { later, laterWithTexts } from '../../ui/later.tsx'
import type { List } from '../../ui/list/list.ts'
import { readRow } from '../../ui/list/read-row.ts'
import { SelectionBar } from '../../ui/list/SelectionBar.tsx'
import { countOf, nothing } from '../../ui/list/selection.ts'
import { tell, tellFault } from '../../ui/toasts.tsx'
import { type Admin, nameOf } from './admin.ts'
import type { AdminActs } from './admin-acts.ts'

const CountedDialog = later(async () => (await import('../../ui/list/CountedDialog.tsx')).CountedDialog)
const GoneNote = laterWithTexts(async () => (await import('../../ui/list/GoneNote.tsx')).GoneNote)
const SkippedDialog = laterWithTexts(async () => (await import('../../ui/list/SkippedDialog.tsx')).SkippedDialog)

type Result = Reply<'activateAdmins'>
type Filter = NonNullable<Input<'deleteMatchingAdmins'>['body']['filter']>

interface Props {
  readonly list: List<Admin>
  readonly acts: AdminActs
}

/** What can be done to many at once: by their ids, a thousand at most, or by the filter where the service takes one. */
export function BulkBar({ list, acts }: Props) {
  const { selection, total, select: onChange } = list
  const { t } = useI18n()
  const [isDeleting, setDeleting] = useState(false)
  const filter = JSON.stringify(list.filter)
  const matching = useCallback(
    (more: { dryRun: true } | { expectedCount: number }) =>
      call('deleteMatchingAdmins', { body: { filter: JSON.parse(filter) as Filter, excludeIds: [...selection.ids], ...more } }),
    [filter, selection],
  )
  const [result, setResult] = useState<Result | null>(null)
  const lacking = lacksToRestore(acts.can, 'Admin')
  const navigate = useNavigate()
  const cache = useQueryClient()
  /** What was deleted comes back from there. */
  const toBin = { label: t('bulk.toBin'), run: () => void navigate({ to: '/bin', search: { kind: 'Admin' } as never }) }
  const finish = async (done: Result, isDeletion = false) => {
    tell(t('bulk.done', { count: done.affected }), isDeletion && acts.can('recyclebin.view') ? toBin : undefined)
    if (done.skipped.length > 0) setResult(done)
    onChange(nothing)
    await acts.refresh()
  }
  const change = async (operation: 'activateAdmins' | 'deactivateAdmins') => {
    try {
      await finish(await call(operation, { body: { ids: [...selection.ids] } }))
    } catch (error) {
      tellFault(error)
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
      {countOf(selection, total) > 0 && <SelectionBar selection={selection} total={total} acts={offered} onChange={onChange} />}
      {isDeleting && (
        <CountedDialog
          selection={selection}
          titleOf={(count) => t('bulk.deleteTitle', { count })}
          confirm={t('act.delete')}
          some={(ids) => call('deleteAdmins', { body: { ids } })}
          matching={matching}
          onClose={() => setDeleting(false)}
          onDone={(done: Result) => finish(done, true)}
        >
          {lacking.length > 0 ? <GoneNote lacking={lacking} /> : <p className="dim">{t('bulk.deleteHint')}</p>}
        </CountedDialog>
      )}
      {result && (
        <SkippedDialog
          skipped={result.skipped}
          linkTo={(id) => {
            const admin = readRow(cache, 'listAdmins', id)
            return (
              <Link to="/admins" search={{ open: id } as never} onClick={() => setResult(null)}>
                {admin ? <bdi>{nameOf(admin)}</bdi> : <code dir="ltr">{id}</code>}
              </Link>
            )
          }}
          onClose={() => setResult(null)}
        />
      )}
    </>
  )
}
