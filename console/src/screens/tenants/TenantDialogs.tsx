import { DeleteTenant } from './DeleteTenant.tsx'
import { MoveTenant } from './MoveTenant.tsx'
import { NewTenant } from './NewTenant.tsx'
import { TenantForm } from './TenantForm.tsx'
import type { TenantActs } from './tenant-acts.ts'

interface Props {
  readonly acts: TenantActs
  /** Leads to the one that was made, and ends what was begun. */
  onMade(id: string): void
  onDeleted?(): void
}

/** The dialog of whatever was begun. */
export function TenantDialogs({ acts, onMade, onDeleted }: Props) {
  const { begun } = acts
  if (begun === null) return null
  if (begun.act === 'new') return <NewTenant parent={begun.tenant} acts={acts} onMade={onMade} />
  if (begun.act === 'edit') return <TenantForm id={begun.tenant.id} acts={acts} />
  if (begun.act === 'move') return <MoveTenant tenant={begun.tenant} status={begun.status} acts={acts} />
  return <DeleteTenant tenant={begun.tenant} acts={acts} {...(onDeleted && { onDeleted })} />
}
