import type { z } from 'zod'
import { changesOfNew, factsOfNewUser } from '#accounts/account-events.ts'
import { judgeNames } from '#accounts/claimed-names.ts'
import { createAccounts, type NewAccount } from '#accounts/new-account.ts'
import { AppError, denied, type FieldProblem, validationFailed } from '#core/errors.ts'
import { storedImport } from '#core/secrets/stored-hash.ts'
import type { Actor, Context } from '#db/rows/context.ts'
import { requireStillLiving, tenantOrOwn } from '#db/rows/owned.ts'
import { emitAll } from '#events/emit.ts'
import { fullName } from '#events/people.ts'
import { type BulkWork, mostInBatch, runBulk } from '#http/bulk/bulk-run.ts'
import { BulkTotal } from '#http/bulk/bulk-total.ts'
import { refuseRestricted } from '#http/given.ts'
import type { LineOutcome } from '#http/lines/line-answer.ts'
import type { GivenLine } from '#http/lines/line-batches.ts'
import type { Lines } from '#http/lines/lines.ts'
import type { Exchange } from '#http/route.ts'
import { lockGrantor } from '#rights/grantor.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import { linkKeysByName } from '#sign-in/providers/own-providers.ts'
import { TriedNames } from './tried-names.ts'
import type { ImportedUser, ImportUsersQuery } from './users.import.schema.ts'

type Imported = z.output<typeof ImportedUser>
type Batch = readonly GivenLine<Imported>[]
type Person = Omit<NewAccount, 'tenantId'>

interface Outcome {
  readonly affected: number
  readonly skipped: []
  readonly lines: readonly LineOutcome[]
}

/** A line that can be made a user of, and one that can't. */
type Judged = { readonly line: number } & ({ readonly person: Person } | { readonly error: AppError })

const permission = 'users.create'

/** What one transaction takes on where all share one connection: it is over in some 20 ms, and a sign-in waits for one or two of them. */
export const mostInEmbeddedBatch = 50

/**
 * Makes users of lines, a batch a transaction: names, counts and one event each. Under the locks of each batch the caller is judged again,
 * with permission, masks and scope, and so is the tenant. Ends when a right is gone, and when the caller hangs up.
 * @throws AppError 400 `tenantId` where a caller of the platform names none, 404 tenant unknown or foreign, and whatever ends it in the
 * middle: 401, 403, 404 tenant deleted, 408 too slow a body, 503
 */
export async function importUsers(
  ctx: Context,
  { tenantId: wanted, dryRun = false }: z.output<typeof ImportUsersQuery>,
  lines: Lines<Imported>,
  exchange: Pick<Exchange, 'isGone'>,
): Promise<undefined> {
  const tenantId = await tenantOrOwn(ctx, wanted, 'tenantId')
  if (tenantId === null) throw validationFailed([{ field: 'tenantId', code: 'required' }])
  const tried = new TriedNames()
  const work: BulkWork<Batch, { readonly grantor: Grantor }, Outcome> = {
    permissions: [permission],
    async lock(ctx) {
      const grantor = await lockGrantor(ctx, { grantsOf: [tenantId] })
      await requireStillLiving(ctx, tenantId, 'tenantId')
      return { grantor }
    },
    async read(ctx, grantor) {
      await requireStillLiving(ctx, tenantId, 'tenantId')
      return { grantor }
    },
    async act(ctx, { grantor }, batch, isTrial) {
      const caller = { ...ctx.actor, masks: grantor.masks }
      const linkKeys = await linkKeysByName(ctx, tenantId)
      const judged = batch.map((given) => judge(ctx, caller, given, linkKeys))
      const people = judged.flatMap((one) => ('person' in one ? [one.person] : []))
      const place = { kind: 'user', tenantId } as const
      const made = isTrial
        ? (await judgeNames(ctx, place, people, tried.names)).map((taken) => (taken.length > 0 ? { taken } : { id: null }))
        : await createAccounts(ctx, place, people)
      if (!isTrial) await tell(ctx, tenantId, people, made)
      tried.trim()
      return outcomeOf(judged, made)
    },
    // a right that is gone ends it: what is still to come is not read only to be refused line by line
    skip: () => {
      throw denied({ requiredPermission: permission })
    },
  }
  const size = ctx.service.database.kind === 'embedded' ? mostInEmbeddedBatch : mostInBatch
  await runBulk(ctx, work, answered(lines, size), { total: new Unsaid(), exchange, isTrial: dryRun })
}

/** What was done is said line by line, whatever ends the work. */
class Unsaid extends BulkTotal {
  override get hasChanges(): boolean {
    return false
  }
}

async function* answered(lines: Lines<Imported>, size: number): AsyncGenerator<Batch, void, Outcome> {
  for await (const batch of lines.batches(size)) {
    const outcome = yield batch
    await lines.answer(outcome.lines)
  }
}

/** As a single creation would be judged: the caller's masks, and what the shape can't say. */
function judge(ctx: Context, caller: Actor, given: GivenLine<Imported>, linkKeys: ReadonlyMap<string, string>): Judged {
  const { line } = given
  if (given.error) return { line, error: given.error }
  try {
    refuseRestricted(given.value, caller, permission)
    return { line, person: personOf(ctx, given.value, linkKeys) }
  } catch (error) {
    if (error instanceof AppError) return { line, error }
    throw error
  }
}

/** @throws AppError 400 for a time to come, and for a provider that neither the service nor the tenant has: such a link would open nobody */
function personOf(ctx: Context, imported: Imported, linkKeys: ReadonlyMap<string, string>): Person {
  const { createdAt = ctx.now, emailVerified, phoneVerified, passwordHash = null, externalLogins = [], ...names } = imported
  const unknown = externalLogins.flatMap(({ provider }, n) => (linkKeys.has(provider) ? [] : [`externalLogins.${n}.provider`]))
  if (unknown.length > 0) throw validationFailed(unknown.map((field) => ({ field, code: 'not_allowed_value' })))
  if (createdAt > ctx.now) throw validationFailed([{ field: 'createdAt', code: 'too_big' }])
  const { email, username = null, firstName = '', lastName = '', phoneNumber = null } = names
  return {
    email,
    username,
    firstName,
    lastName,
    phoneNumber,
    roleId: null,
    emailVerifiedAt: emailVerified ? ctx.now : null,
    phoneVerifiedAt: phoneVerified ? ctx.now : null,
    passwordHash: passwordHash && storedImport(passwordHash),
    externalLogins: externalLogins.map(({ provider, subject }) => ({ provider: linkKeys.get(provider)!, subject })),
    createdAt,
    createdBy: ctx.actor.id,
  }
}

type Made = { readonly id: string | null } | { readonly taken: readonly FieldProblem[] }

async function tell(ctx: Context, tenantId: string, people: readonly Person[], made: readonly Made[]): Promise<void> {
  const data = { isImported: true, ...(await factsOfNewUser(ctx, tenantId, 'admin_created')) }
  const facts = people.flatMap((person, n) => {
    const one = made[n]
    if (!one || 'taken' in one) return []
    return [{ tenantId, entityId: one.id, personName: fullName(person), data, changes: changesOfNew(person) }]
  })
  await emitAll(ctx, 'user.created', facts)
}

function outcomeOf(judged: readonly Judged[], made: readonly Made[]): Outcome {
  let next = 0
  const lines = judged.map((one): LineOutcome => {
    if ('error' in one) return one
    const found = made[next++] as Made
    if ('id' in found) return { line: one.line, id: found.id }
    return { line: one.line, error: new AppError(409, 'conflict', { fields: [...found.taken] }) }
  })
  return { affected: lines.filter((line) => 'id' in line).length, skipped: [], lines }
}
