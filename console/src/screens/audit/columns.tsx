import type { I18n } from '../../i18n/i18n.tsx'
import { Ago } from '../../ui/Facts.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { TenantCell } from '../../ui/shown/TenantCell.tsx'
import type { Entry } from './entry.ts'
import { Outcome } from './Outcome.tsx'

export function columnsOf({ t }: I18n): Column<Entry>[] {
  return [
    {
      key: 'what',
      title: t('audit.what'),
      isPrimary: true,
      cell: ({ action, entityName, entityId }) => (
        <span className="who">
          <span>
            <b>
              <code className="cut" dir="ltr">
                {action}
              </code>
            </b>
            <small className="cut" dir="auto">
              {entityName ?? entityId ?? '—'}
            </small>
          </span>
        </span>
      ),
    },
    { key: 'status', title: t('audit.outcome'), width: '122px', cell: ({ outcome }) => <Outcome value={outcome} /> },
    {
      key: 'by',
      title: t('audit.by'),
      width: '22%',
      cell: (entry) => (
        <span className="cut" dir="auto">
          {nameOfActor(entry, t)}
        </span>
      ),
    },
    {
      key: 'tenant',
      title: t('fact.tenant'),
      width: '20%',
      cell: ({ tenantId, tenantName }) => <TenantCell tenantId={tenantId} tenantName={tenantName} />,
    },
    { key: 'when', title: t('audit.when'), sort: 'timestamp', width: '128px', cell: ({ timestamp }) => <Ago at={timestamp} /> },
  ]
}

/** Who did it; who has no name is the service, or somebody who is not to be known. */
export const nameOfActor = ({ actorName, actorType }: Entry, t: I18n['t']): string => actorName ?? t(`audit.actor.${actorType}`)
