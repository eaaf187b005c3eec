import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ask } from '../../../api/client.ts'
import { useStart } from '../../../api/start.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { Failed } from '../../../ui/Failed.tsx'
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx'
import { useCatalogue } from '../../../ui/matrix/catalogue.ts'
import { countOf, differenceOf, type Grants, grantsOf, rebased } from '../../../ui/matrix/matrix.ts'
import { RightsMatrix } from '../../../ui/matrix/RightsMatrix.tsx'
import { SaveBar } from '../../../ui/matrix/SaveBar.tsx'
import { Note } from '../../../ui/Note.tsx'
import type { Detail } from '../tenant.ts'
import { GrantReview } from './GrantReview.tsx'
import { askGranted, type Granted, grantableOf } from './grant.ts'

/** What the tenant is granted from above. What is taken is shown, with how many it is taken from, before it is. */
export function GrantTab({ tenant }: { tenant: Detail }) {
  const { me } = useStart()
  const catalogue = useCatalogue()
  const granted = useQuery(askGranted(tenant.id))
  const parent = tenant.parentTenantId
  // what the own tenant has is what the caller holds at most: no need to ask
  const above = useQuery({
    ...ask('listTenantPermissions', { path: { id: parent ?? '' } }),
    enabled: parent !== null && parent !== me?.tenantId,
  })
  const failed = (catalogue.error && !catalogue.data) || (granted.error && !granted.data) || (above.error && !above.data)
  if (failed)
    return (
      <Failed
        error={catalogue.error ?? granted.error ?? above.error}
        onRetry={() => {
          for (const query of [catalogue, granted, above]) if (query.isError) void query.refetch()
        }}
      />
    )
  if (!catalogue.data || !granted.data || above.isLoading) return <div className="lines" aria-busy="true" />
  return <Matrix tenant={tenant} catalogue={catalogue.data} read={granted.data} above={above.data} />
}

type Known = Parameters<typeof grantableOf>[0]

interface MatrixProps extends Pick<Known, 'catalogue' | 'above'> {
  readonly tenant: Detail
  readonly read: Granted
}

function Matrix({ tenant, read, ...known }: MatrixProps) {
  const words = useI18n()
  const { t } = words
  const { start, me, can } = useStart()
  const { version, permissions: granted } = read
  const before = useMemo(() => grantsOf(granted), [granted])
  const [edited, setEdited] = useState({ before, after: before })
  // what somebody else saved meanwhile is taken up, and what was chosen here stays
  if (edited.before !== before) setEdited({ before, after: rebased(before, edited.before, edited.after) })
  const { after } = edited
  const setAfter = (next: Grants) => setEdited({ before, after: next })
  const [isReviewed, setReviewed] = useState(false)
  const groups = useMemo(
    () =>
      grantableOf({ catalogue: known.catalogue, granted, above: known.above, held: start ?? { permissions: [], restrictions: [] } }, words),
    [known.catalogue, granted, known.above, start, words],
  )
  const changes = differenceOf(before, after)
  const count = countOf(changes)
  const against = tenant.id === me?.tenantId ? t('tenants.grantOwn') : can('tenants.update') ? null : t('tenants.mayNot')
  return (
    <div>
      {against && <Note tone="blue">{against}</Note>}
      <LeaveGuard isChanged={() => count > 0} />
      <RightsMatrix
        label={t('tenants.grantOf', { name: tenant.name })}
        groups={groups}
        before={before}
        after={after}
        isReadOnly={against !== null}
        onChange={setAfter}
      />
      {count > 0 && (
        <SaveBar
          text={t('tenants.grantChanges', { count })}
          changes={changes}
          review={t('tenants.grantReview')}
          onDiscard={() => setAfter(before)}
          onReview={() => setReviewed(true)}
        />
      )}
      {isReviewed && (
        <GrantReview
          tenant={tenant}
          version={version}
          groups={groups}
          before={before}
          after={after}
          onClose={() => setReviewed(false)}
          onSaved={() => setAfter(before)}
        />
      )}
    </div>
  )
}
