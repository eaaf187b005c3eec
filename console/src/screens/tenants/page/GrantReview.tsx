import { useEffect, useRef } from 'react'
import { call, Refused } from '../../../api/client.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { useActs } from '../../../ui/acts.ts'
import { ConfirmDialog } from '../../../ui/form/ConfirmDialog.tsx'
import { useRehearsal } from '../../../ui/form/use-rehearsal.ts'
import { RightsDifference } from '../../../ui/matrix/Difference.tsx'
import type { Grants, RightGroup } from '../../../ui/matrix/matrix.ts'
import { FaultOf, Note } from '../../../ui/Note.tsx'
import { tell } from '../../../ui/toasts.tsx'
import { type Detail, touched } from '../tenant.ts'
import { grantBodyOf } from './grant-body.ts'

interface Props {
  readonly tenant: Detail
  /** That the grants were read with: it goes with the change. */
  readonly version: number
  readonly groups: readonly RightGroup[]
  readonly before: Grants
  readonly after: Grants
  onClose(): void
  onSaved(): void
}

/** What is about to be given and taken. The service has tried it, and says how many tenants and roles it changes. */
export function GrantReview({ tenant, version, groups, before, after, onClose, onSaved }: Props) {
  const { t } = useI18n()
  const acts = useActs(touched)
  const path = { id: tenant.id }
  const body = { ...grantBodyOf(before, after), version }
  const { rehearsed, onMade } = useRehearsal(['grant', tenant.id, body], () =>
    call('replaceTenantPermissions', { path, query: { dryRun: true }, body }),
  )
  const { error } = rehearsed
  const opened = useRef(version)
  const isSaved = useRef(false)
  const isOvertaken = error instanceof Refused && error.code === 'version_conflict'
  const { refresh } = acts
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (isOvertaken) void refresh()
  }, [isOvertaken])
  return (
    <ConfirmDialog
      title={t('tenants.grantTitle', { name: tenant.name })}
      confirm={t('act.save')}
      isDanger={[...before.keys()].some((id) => !after.has(id))}
      isReady={rehearsed.data !== undefined}
      onClose={onClose}
      run={async () => {
        await call('replaceTenantPermissions', { path, body })
        isSaved.current = true
        onMade()
        tell(t('told.saved', { name: tenant.name }))
        onSaved()
        await acts.refresh()
      }}
    >
      <RightsDifference groups={groups} before={before} after={after} />
      {version !== opened.current && !isSaved.current && <Note tone="amber">{t('form.conflict')}</Note>}
      {error && !isOvertaken && <FaultOf error={error} />}
      {rehearsed.data && (
        <p aria-live="polite">
          {t('tenants.affects', { count: rehearsed.data.affectedTenants })}{' '}
          {rehearsed.data.affectedRoles > 0 && t('tenants.affectsRoles', { count: rehearsed.data.affectedRoles })}
        </p>
      )}
      <p className="dim">{t('tenants.grantHint')}</p>
    </ConfirmDialog>
  )
}
