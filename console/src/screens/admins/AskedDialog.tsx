import { call } from '../../api/client.ts'
import { BlockDialog } from '../../ui/account/BlockDialog.tsx'
import { type AccessAct, AccessDialog } from './AccessDialog.tsx'
import { type Admin, nameOf } from './admin.ts'
import type { AdminActs } from './admin-acts.ts'
import { TransferDialog } from './TransferDialog.tsx'

export type Asked = AccessAct | 'block' | 'transfer'

/** The dialog of an act that asks first. */
export function AskedDialog({ what, ...rest }: { what: Asked; admin: Admin; acts: AdminActs; onClose(): void }) {
  if (what === 'block') {
    const { admin, acts, onClose } = rest
    const block = (body: { readonly reason?: string }) => call('blockAdmin', { path: { id: admin.id }, body })
    return <BlockDialog name={nameOf(admin)} block={block} onDone={acts.refresh} onClose={onClose} />
  }
  if (what === 'transfer') return <TransferDialog {...rest} />
  return <AccessDialog act={what} {...rest} />
}
