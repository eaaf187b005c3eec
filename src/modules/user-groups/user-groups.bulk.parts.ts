import type { MoveOutcome } from '#accounts/account-lifecycle.ts'
import type { Context } from '#db/rows/context.ts'
import type { Batches } from '#http/bulk/bulk-run.ts'
import type { BatchOutcome } from '#http/bulk/bulk-total.ts'
import { countMembers, livingGroups, membersAfter, membersOf } from './locked-groups.ts'

/** So many groups in one transaction, if they have few members. */
const mostGroups = 200
/** Of groups whose members are only looked at: reading is all that is done with them. */
const mostLookedAt = 20_000

/** Some whole groups, or one part of the members of a single one. */
export interface GroupBatch {
  readonly ids: readonly string[]
  readonly part?: GroupPart
}

export interface GroupOutcome extends BatchOutcome {
  readonly affectedAdmins: readonly string[]
  readonly skippedAdmins: MoveOutcome['skipped']
  /** Nothing of these groups is left to do, or nothing may be done. */
  readonly isDone: boolean
}

interface GroupPlan {
  /** One transaction does it all. */
  readonly isOne: boolean
  readonly batches: Batches<GroupBatch, GroupOutcome>
}

/**
 * Groups in batches, in the order of ids: many small ones together, and one whose members change too and are more than `most` alone,
 * in parts of so many members. The ids are as they were sent: a stranger's group counts as one that is not there, or how the own ones
 * fall into batches, which their log shows, would tell its size.
 */
export async function planGroups(
  ctx: Context,
  ids: readonly string[],
  { cascade, most }: { readonly cascade: boolean; readonly most: number },
): Promise<GroupPlan> {
  const own = await livingGroups(ctx, ids).select('userGroups.id').execute()
  const sizes = await countMembers(
    ctx,
    own.map(({ id }) => id),
  )
  const bound = cascade ? most : mostLookedAt
  const packs: string[][] = []
  let members = 0
  for (const id of ids) {
    const size = sizes.get(id) ?? 0
    const pack = packs.at(-1)
    members += size
    if (pack && pack.length < mostGroups && members <= bound) pack.push(id)
    else {
      packs.push([id])
      members = size
    }
  }
  const isLarge = (pack: readonly string[]) => cascade && (sizes.get(pack[0]!) ?? 0) > most
  return { isOne: packs.length === 1 && !isLarge(packs[0]!), batches: batchesOf(packs, isLarge, most) }
}

function* batchesOf(
  packs: readonly string[][],
  isLarge: (pack: readonly string[]) => boolean,
  most: number,
): Generator<GroupBatch, void, GroupOutcome> {
  for (const ids of packs) {
    if (isLarge(ids)) yield* partsOf(ids, most)
    else yield { ids }
  }
}

function* partsOf(ids: readonly string[], most: number): Generator<GroupBatch, void, GroupOutcome> {
  for (let part = new GroupPart(most, new Set(), null); ; part = part.next()) {
    const { isDone }: GroupOutcome = yield { ids, part }
    if (isDone) return
  }
}

/** Some of the members of one group, read when the group is locked: whoever joins before its last part is in one of them. */
export class GroupPart {
  readonly isFirst: boolean
  /** Known once it is read. */
  isLast = false
  readonly #most: number
  readonly #seen: Set<string>
  readonly #after: string | null
  #ids: readonly string[] = []

  constructor(most: number, seen: Set<string>, after: string | null) {
    this.#most = most
    this.#seen = seen
    this.#after = after
    this.isFirst = seen.size === 0
  }

  async read(ctx: Context, [groupId]: readonly string[]): Promise<Map<string, string[]>> {
    if (groupId === undefined) return new Map()
    const following = await membersAfter(ctx, groupId, this.#after, this.#most + 1)
    // at the end of the order of ids come those who joined behind it
    const left = following.length > this.#most ? following : await this.#unseen(ctx, groupId)
    this.isLast = left.length <= this.#most
    const ids = left.slice(0, this.#most)
    this.#ids = ids
    return new Map(ids.length > 0 ? [[groupId, ids]] : [])
  }

  /** What follows when this one is committed. */
  next(): GroupPart {
    for (const id of this.#ids) this.#seen.add(id)
    return new GroupPart(this.#most, this.#seen, this.#ids.at(-1) ?? this.#after)
  }

  async #unseen(ctx: Context, groupId: string): Promise<string[]> {
    const members = (await membersOf(ctx, [groupId])).get(groupId) ?? []
    return members.filter((id) => !this.#seen.has(id))
  }
}
