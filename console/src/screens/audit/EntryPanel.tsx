import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { At, Copyable, Fact, Facts } from '../../ui/Facts.tsx'
import type { List } from '../../ui/list/list.ts'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Changes } from './Changes.tsx'
import { nameOfActor } from './columns.tsx'
import { type Entry, shownValue } from './entry.ts'
import { Outcome } from './Outcome.tsx'

interface Props {
  readonly id: string
  /** The row of the list, shown until the whole entry is there. */
  readonly known: Entry | undefined
  readonly list: List<Entry>
  onClose(): void
}

/** One entry beside the list: who, from where, for whom, and what was before and after. */
export function EntryPanel({ id, known, list, onClose }: Props) {
  const { t } = useI18n()
  const query = useQuery({ ...ask('getAuditEntry', { path: { id } }), enabled: known === undefined })
  const entry = query.data ?? known
  const only = (change: Readonly<Record<string, string>>, words: string) => (
    <button type="button" className="quiet-link" onClick={() => list.go({ ...change, page: undefined })}>
      {words}
    </button>
  )
  return (
    <SidePanel
      id={id}
      title={entry && (entry.entityName ?? entry.action)}
      sub={entry && <code dir="ltr">{entry.action}</code>}
      acts={entry && <Outcome value={entry.outcome} />}
      error={query.error}
      onRetry={() => void query.refetch()}
      onClose={onClose}
    >
      {entry && (
        <>
          <Facts>
            <Fact label={t('audit.when')}>
              <At at={entry.timestamp} />
            </Fact>
            <Fact label={t('audit.by')}>
              <bdi>{nameOfActor(entry, t)}</bdi> {entry.actorId && only({ actor: entry.actorId }, t('audit.onlyActor'))}
            </Fact>
            {entry.onBehalfOfId && (
              <Fact label={t('audit.actedAs')}>
                <bdi>{entry.onBehalfOfName ?? t('audit.unnamed')}</bdi>
              </Fact>
            )}
            <Fact label={t('audit.record')}>
              {entry.entityId ? (
                <>
                  <bdi>{entry.entityName ?? entry.entityId}</bdi> {only({ record: entry.entityId }, t('audit.onlyRecord'))}
                </>
              ) : null}
            </Fact>
            <Fact label={t('fact.tenant')}>
              <bdi>{entry.tenantId === null ? t('name.platform') : entry.tenantName}</bdi>
            </Fact>
            <Fact label={t('audit.where')}>{entry.ipAddress && <bdi dir="ltr">{entry.ipAddress}</bdi>}</Fact>
            {entry.userAgent && (
              <Fact label={t('audit.device')}>
                <bdi dir="ltr">{entry.userAgent}</bdi>
              </Fact>
            )}
            {entry.sessionId && (
              <Fact label={t('audit.session')}>
                <code dir="ltr">{entry.sessionId}</code>
              </Fact>
            )}
            {Object.entries(entry.details).map(([name, value]) => (
              <Fact key={name} label={t(`audit.detail.${name as keyof Entry['details']}`)}>
                <code dir="auto">{shownValue(value)}</code>
              </Fact>
            ))}
            {entry.traceId && (
              <Fact label={t('audit.trace')}>
                <Copyable text={entry.traceId} label={t('audit.copyTrace')} />
              </Fact>
            )}
            <Fact label={t('audit.id')}>
              <Copyable text={entry.id} label={t('act.copyId')} />
            </Fact>
          </Facts>
          <div className="section-head">
            <h3>{t('audit.changes')}</h3>
            {entry.traceId && only({ trace: entry.traceId }, t('audit.onlyTrace'))}
          </div>
          <Changes changes={entry.changes} />
        </>
      )}
    </SidePanel>
  )
}
