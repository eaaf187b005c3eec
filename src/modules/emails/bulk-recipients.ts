import type { Context } from '#db/rows/context.ts'
import { isAddrSpec } from '#outside/mail/address.ts'
import { type Addressee, addresseesById, addresseesOf, addressKey, stranger } from './addressees.ts'
import type { Matching } from './matching-recipients.ts'
import { hiddenOfMail } from './recipient-mask.ts'
import { suppressedOf } from './suppressions.ts'

export type SkipReason = 'duplicate' | 'invalid_address' | 'suppressed' | 'not_allowed'
export interface Skipped {
  readonly to: string
  readonly reason: SkipReason
}

/** One who is to have a mail, with the variables that are theirs alone. */
export interface Planned {
  readonly to: Addressee
  readonly variables: Readonly<Record<string, unknown>>
}

export interface Plan {
  readonly planned: readonly Planned[]
  readonly skipped: readonly Skipped[]
  readonly total: number
}

interface Given {
  readonly to: string
  readonly variables?: Record<string, unknown> | undefined
}

/** Of addresses that were named: each once, in whatever case it is written; those of nobody in scope only for who may send there. */
export async function planOfNamed(ctx: Context, given: readonly Given[]): Promise<Plan> {
  const skipped: Skipped[] = []
  const valid = given.filter(({ to }) => isAddrSpec(to) || void skipped.push({ to, reason: 'invalid_address' }))
  const known = await addresseesOf(
    ctx,
    valid.map(({ to }) => to),
  )
  const suppressed = await suppressedOf(
    ctx.db,
    ctx.service,
    ctx.actor.tenantId,
    valid.map(({ to }) => addressKey(to)),
  )
  const mayAnywhere = ctx.actor.permissions.has('emails.external')
  const seen = new Set<string>()
  const planned: Planned[] = []
  for (const { to, variables = {} } of valid) {
    const key = addressKey(to)
    const found = known.get(key)
    if (seen.has(key)) skipped.push({ to, reason: 'duplicate' })
    else if (!found && !mayAnywhere) skipped.push({ to, reason: 'not_allowed' })
    else if (suppressed.has(key)) skipped.push({ to, reason: 'suppressed' })
    else planned.push({ to: { ...(found ?? stranger(to)), address: to }, variables })
    seen.add(key)
  }
  return { planned, skipped, total: given.length }
}

const atOnce = 1000

/** Of accounts that match a filter, each address once. Who is skipped is named by their id where the caller may not see the address. */
export async function planOfMatching(ctx: Context, matching: readonly Matching[]): Promise<Plan> {
  const skipped: Skipped[] = []
  const planned: Planned[] = []
  const seen = new Set<string>()
  for (const { kind, ids } of matching) {
    const isHidden = hiddenOfMail({ recipientType: kind }, ctx.actor).length > 0
    for (let at = 0; at < ids.length; at += atOnce) {
      const found = await addresseesById(ctx, kind, ids.slice(at, at + atOnce))
      const keys = found.map(({ address }) => addressKey(address))
      const suppressed = await suppressedOf(ctx.db, ctx.service, ctx.actor.tenantId, keys)
      for (const to of found) {
        const key = addressKey(to.address)
        const skip = (reason: SkipReason) => skipped.push({ to: isHidden ? (to.id as string) : to.address, reason })
        if (seen.has(key)) skip('duplicate')
        else if (!isAddrSpec(to.address)) skip('invalid_address')
        else if (suppressed.has(key)) skip('suppressed')
        else planned.push({ to, variables: {} })
        seen.add(key)
      }
    }
  }
  return { planned, skipped, total: matching.reduce((sum, { ids }) => sum + ids.length, 0) }
}
