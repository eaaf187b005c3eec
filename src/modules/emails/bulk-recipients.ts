import type { Context } from '#db/rows/context.ts'
import { isAddrSpec } from '#outside/mail/address.ts'
import { type Addressee, addresseesById, addresseesOf, addressKey, stranger } from './addressees.ts'
import type { LeftOut, SkipReason } from './left-out.ts'
import type { Matching } from './matching-recipients.ts'
import { shownRecipients } from './recipient-mask.ts'
import { suppressedOf } from './suppressions.ts'

/** One who is to have a mail, with the variables that are theirs alone. */
export interface Planned {
  readonly to: Addressee
  /** As `LeftOut` tells of them. */
  readonly who: LeftOut['who']
  readonly variables: Readonly<Record<string, unknown>>
}

export interface Plan {
  readonly planned: readonly Planned[]
  readonly leftOut: readonly LeftOut[]
  readonly total: number
}

interface Given {
  readonly to: string
  readonly recipientId?: string | null | undefined
  readonly variables?: Record<string, unknown> | undefined
}

/**
 * Of addresses that were named: each once, in whatever case it is written; those of nobody in scope only for who may send there, and one with the id
 * of an account only where that account has it. That one bounced
 * is told, and kept from, where the caller may see whose it is: else a guess would be told to be right. It is left out when it leaves, then, and
 * looks like one that the relay refused.
 */
export async function planOfNamed(ctx: Context, given: readonly Given[]): Promise<Plan> {
  const leftOut: LeftOut[] = []
  const leave = (who: string, reason: SkipReason) => void leftOut.push({ who, reason })
  const valid = given.filter(({ to }) => isAddrSpec(to) || leave(to, 'invalid_address'))
  const meant = new Map<string, string>()
  // the first that names an address is the one that gets it
  for (const { to, recipientId } of valid.toReversed()) {
    if (recipientId == null) meant.delete(addressKey(to))
    else meant.set(addressKey(to), recipientId)
  }
  const known = await addresseesOf(
    ctx,
    valid.map(({ to }) => to),
    meant,
  )
  const suppressed = await suppressedOf(
    ctx.db,
    ctx.service,
    ctx.actor.tenantId,
    valid.map(({ to }) => addressKey(to)),
  )
  const shown = shownRecipients(ctx.actor)
  const mayAnywhere = ctx.actor.permissions.has('emails.external')
  const seen = new Set<string>()
  const planned: Planned[] = []
  for (const { to, variables = {} } of valid) {
    const key = addressKey(to)
    const found = known.get(key)
    if (seen.has(key)) leave(to, 'duplicate')
    else if (!found && (meant.has(key) || !mayAnywhere)) leave(to, 'not_allowed')
    else if (suppressed.has(key) && shown.includes(found?.type ?? 'external')) leave(to, 'suppressed')
    else planned.push({ to: { ...(found ?? stranger(to)), address: to }, who: to, variables })
    seen.add(key)
  }
  return { planned, leftOut, total: given.length }
}

const atOnce = 1000

/**
 * Of accounts that match a filter, each address once. One that the caller may not see is compared with none, and not told to have bounced: either
 * would tell whoever made an account for a guess, or a mail to it bounce. That one is left out when its mail leaves.
 */
export async function planOfMatching(ctx: Context, matching: readonly Matching[]): Promise<Plan> {
  const leftOut: LeftOut[] = []
  const planned: Planned[] = []
  const seen = new Set<string>()
  const shown = shownRecipients(ctx.actor)
  for (const { kind, ids } of matching) {
    const isShown = shown.includes(kind)
    for (let at = 0; at < ids.length; at += atOnce) {
      const part = ids.slice(at, at + atOnce)
      const found = await addresseesById(ctx, kind, part)
      const present = new Set(found.map(({ id }) => id))
      // gone since the filter was asked
      for (const id of part) if (!present.has(id)) leftOut.push({ who: id, reason: 'not_allowed' })
      const keys = isShown ? found.map(({ address }) => addressKey(address)) : []
      const suppressed = await suppressedOf(ctx.db, ctx.service, ctx.actor.tenantId, keys)
      for (const to of found) {
        const key = addressKey(to.address)
        const leave = (reason: SkipReason) => leftOut.push({ who: to, reason })
        if (isShown && seen.has(key)) leave('duplicate')
        else if (!isAddrSpec(to.address)) leave('invalid_address')
        else if (suppressed.has(key)) leave('suppressed')
        else planned.push({ to, who: to, variables: {} })
        if (isShown) seen.add(key)
      }
    }
  }
  return { planned, leftOut, total: matching.reduce((sum, { ids }) => sum + ids.length, 0) }
}
