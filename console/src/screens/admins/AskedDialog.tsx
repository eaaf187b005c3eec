import { type AccessAct, AccessDialog } from './AccessDialog.tsx'
import type { Admin } from './admin.ts'
import type { AdminActs } from './admin-acts.ts'
import { BlockDialog } from './BlockDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'

export type Asked = AccessAct | 'block' | 'transfer'

/** The dialog of an act that asks first. */
export function AskedDialog({ what, ...rest }: { what: Asked; admin: Admin; acts: AdminActs; onClose(): void }) {
  if (what === 'block') return <BlockDialog {...rest} />
  if (what === 'transfer') return <TransferDialog {...rest} />
  return <AccessDialog act={what} {...rest} />
}
