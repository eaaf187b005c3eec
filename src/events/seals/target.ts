import type { KeyRing } from '#db/keys/keys.ts'
import type { FanOutTarget } from '#events/fan-out-target.ts'
import { appendSeals } from './append.ts'

/** Seals what is for the log. Always the last target: it locks the chains of all tenants that the batch tells of. */
export const auditSeals = ({ keys }: { readonly keys: KeyRing }): FanOutTarget => ({
  name: 'audit-seals',
  write: (tx, events) => appendSeals(tx, keys, 'entry', events),
})
