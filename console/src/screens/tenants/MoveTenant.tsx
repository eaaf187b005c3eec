import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { tell } from '../../ui/toasts.tsx'
import type { TenantStatus } from './status.ts'
import type { Tenant } from './tenant.ts'
import type { TenantActs } from './tenant-acts.ts'

/** Asks before everybody in it is signed out, and for the reason that its record keeps. */
export function MoveTenant({ tenant, status, acts }: { tenant: Tenant; status: TenantStatus; acts: TenantActs }) {
  const { t } = useI18n()
  const [reason, setReason] = useState('')
  const { id, name } = tenant
  return (
    <ConfirmDialog
      title={t(`tenants.moveTitle.${status}`, { name })}
      confirm={t(`tenants.move.${status}`)}
      onClose={acts.end}
      run={async () => {
        await call('updateTenant', { path: { id }, body: { status, ...(reason.trim() && { statusReason: reason.trim() }) } })
        tell(t('told.state', { name, state: t(`tenants.state.${status}`) }))
        await acts.refresh()
      }}
    >
      <p className="dim">{t('tenants.moveHint')}</p>
      {status === 'Cancelled' && <p className="dim">{t('tenants.cancelHint')}</p>}
      <Textarea
        label={t('fact.reason')}
        description={t('tenants.reasonHint')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        rows={3}
        maxLength={500}
        dir="auto"
      />
    </ConfirmDialog>
  )
}
