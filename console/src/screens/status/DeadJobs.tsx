import { Menu } from '@mantine/core'
import { useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { Ago } from '../../ui/Facts.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { ListFoot } from '../../ui/list/ListFoot.tsx'
import { useList } from '../../ui/list/list.ts'
import { Act, RecordMenu } from '../../ui/RecordMenu.tsx'
import { tell } from '../../ui/toasts.tsx'

type Job = Reply<'listDeadJobs'>['items'][number]
const usual = { by: '', direction: 'desc' } as const

/** What the background gave up: tried again or forgotten, one or all of a kind. */
export function DeadJobs() {
  const { t } = useI18n()
  const list = useList({ operation: 'listDeadJobs', orders: [], usual, filters: [], isSearched: false, isWithin: false })
  const { can, run, refresh } = useActs(/DeadJobs|Health/)
  const [forgotten, setForgotten] = useState<{ readonly job: Job; readonly isKind: boolean } | null>(null)
  const retry = (work: () => Promise<{ affected: number }>) =>
    run(async () => tell(t('status.retried', { count: (await work()).affected })))
  const columns: Column<Job>[] = [
    {
      key: 'kind',
      title: t('status.kind'),
      isPrimary: true,
      cell: ({ kind }) => (
        <code className="cut" dir="ltr">
          {kind}
        </code>
      ),
    },
    {
      key: 'error',
      title: t('status.error'),
      width: '45%',
      cell: ({ error }) => (
        <span className="dim cut" dir="auto" title={error ?? undefined}>
          {error ?? t('status.noError')}
        </span>
      ),
    },
    { key: 'attempts', title: t('status.attempts'), width: '90px', cell: ({ attempts }) => attempts ?? '—' },
    { key: 'age', title: t('status.age'), width: '120px', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  ]
  const menuOf = (job: Job) => (
    <RecordMenu name={job.kind} width={250}>
      <Act icon="refresh" label={t('status.retry')} onClick={() => void retry(() => call('replayDeadJob', { path: { id: job.id } }))} />
      <Act
        icon="refresh"
        label={t('status.retryKind')}
        onClick={() => void retry(() => call('replayDeadJobs', { body: { kind: job.kind } }))}
      />
      <Menu.Divider />
      <Act icon="bin" label={t('status.forget')} isDanger onClick={() => setForgotten({ job, isKind: false })} />
      <Act icon="bin" label={t('status.forgetKind')} isDanger onClick={() => setForgotten({ job, isKind: true })} />
    </RecordMenu>
  )
  async function forget() {
    if (!forgotten) return
    const { job, isKind } = forgotten
    const affected = isKind ? (await call('deleteDeadJobs', { body: { kind: job.kind } })).affected : 1
    if (!isKind) await call('deleteDeadJob', { path: { id: job.id } })
    tell(t('status.forgotten', { count: affected }))
    await refresh()
  }
  if (list.error) return <Failed error={list.error} onRetry={list.retry} />
  return (
    <>
      <DataTable<Job>
        label={t('status.jobs')}
        columns={columns}
        rows={list.rows}
        idOf={({ id }) => id}
        nameOf={({ kind }) => kind}
        isOff={() => false}
        order={list.order}
        onSort={() => {}}
        selection={null}
        onSelect={() => {}}
        openId={null}
        onOpen={() => {}}
        onKey={() => {}}
        menuOf={can('platform:settings.update') ? menuOf : undefined}
        isStale={list.isStale}
        empty={
          <div className="nothing">
            <Icon name="active" size={24} />
            <h3>{t('status.noJobs')}</h3>
            <p>{t('status.noJobsHint')}</p>
          </div>
        }
      />
      {(list.total > list.pageSize || list.further !== undefined) && (
        <ListFoot
          page={list.page}
          pageSize={list.pageSize}
          pages={list.pages}
          total={list.total}
          isCapped={list.isCapped}
          further={list.further}
          onPage={(page) => list.go({ page })}
        />
      )}
      {forgotten && (
        <ConfirmDialog
          title={t(forgotten.isKind ? 'status.forgetKindTitle' : 'status.forgetTitle', { kind: forgotten.job.kind })}
          confirm={t('status.forgetConfirm')}
          typed={forgotten.job.kind}
          run={forget}
          onClose={() => setForgotten(null)}
        >
          <p className="dim">{t('status.forgetHint')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
