import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { oneOf } from '../../ui/address.ts'
import { isStillAt } from '../../ui/form/still-at.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Avatar } from '../../ui/Person.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { useWithin } from '../../ui/within.ts'
import { TenantDialogs } from './TenantDialogs.tsx'
import { TenantMenu } from './TenantMenu.tsx'
import { TenantState } from './TenantState.tsx'
import { type TabKey, tabs } from './tabs.ts'
import { addressOf, type Detail } from './tenant.ts'
import { useTenantActs } from './tenant-acts.ts'

/** `/tenants/$id/$tab`: one tenant. */
export default function TenantPage() {
  const { t } = useI18n()
  const { can } = useStart()
  const navigate = useNavigate()
  const within = useWithin()
  const { id = '', tab } = useParams({ strict: false }) as { id?: string; tab?: string }
  const query = useQuery(ask('getTenant', { path: { id } }))
  const acts = useTenantActs()
  const tenant = query.data
  const keys = Object.keys(tabs) as TabKey[]
  const shown = keys.filter((key) => tabs[key].needs === undefined || can(tabs[key].needs))
  const current = oneOf(shown, tab) ?? 'overview'
  const Current = tabs[current].show
  const placeOf = (key: TabKey) => addressOf(id, key === 'overview' ? undefined : key)
  const above = tenant?.path.slice(0, -1) ?? []
  const cache = useQueryClient()
  /** Whether the part that is looked at goes with this tenant: the line above all screens has read where it lies. */
  const isPartOf = () =>
    within === id ||
    cache.getQueryData<Detail>(ask('getTenant', { path: { id: within ?? '' } }).queryKey)?.path.some((one) => one.id === id) === true
  return (
    <RecordPage
      title={tenant?.name}
      kind={t('tenants.one')}
      trail={[{ title: t('nav.tenants'), to: '/tenants' }, ...above.map((one) => ({ title: one.name, to: addressOf(one.id) }))]}
      picture={tenant && <Avatar name={tenant.name} size={40} src={tenant.logoUrl} />}
      status={tenant && <TenantState value={tenant.status} />}
      sub={tenant && <span dir="ltr">{tenant.code}</span>}
      acts={
        tenant && (
          <>
            {acts.canUpdate && (
              <Button variant="default" leftSection={<Icon name="pencil" size={14} />} onClick={() => acts.begin({ act: 'edit', tenant })}>
                {t('act.edit')}
              </Button>
            )}
            <TenantMenu tenant={tenant} acts={acts} />
          </>
        )
      }
      tabs={shown.map((key) => ({ title: t(`tenants.tab.${key}`), to: placeOf(key) }))}
      current={placeOf(current)}
      error={query.error}
      onRetry={() => void query.refetch()}
    >
      {tenant && <Current key={tenant.id} tenant={tenant} />}
      <TenantDialogs
        acts={acts}
        onMade={(made) => {
          acts.end()
          void navigate({ to: addressOf(made) })
        }}
        // of what is gone there is nothing to show
        onDeleted={() =>
          void (isStillAt(addressOf(id)) && navigate({ to: '/tenants', search: (isPartOf() ? { within: undefined } : {}) as never }))
        }
      />
    </RecordPage>
  )
}
