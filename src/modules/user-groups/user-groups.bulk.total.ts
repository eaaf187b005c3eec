import type { ErrorCode } from '#core/errors.ts'
import { mostSkipped } from '#http/bulk/bulk.ts'
import { BulkTotal, type Skipped, type Told } from '#http/bulk/bulk-total.ts'
import type { GroupOutcome } from './user-groups.bulk.parts.ts'

/** With the admins: one who is in several of the groups counts once. */
export class GroupTotal extends BulkTotal<GroupOutcome> {
  readonly #affectedAdmins = new Set<string>()
  readonly #skippedAdmins = new Map<string, ErrorCode>()

  override add(outcome: GroupOutcome): void {
    super.add(outcome)
    for (const id of outcome.affectedAdmins) this.#affectedAdmins.add(id)
    for (const { id, code } of outcome.skippedAdmins) if (this.#skippedAdmins.size < mostSkipped) this.#skippedAdmins.set(id, code)
  }

  override get hasChanges(): boolean {
    return super.hasChanges || this.#affectedAdmins.size > 0
  }

  override told(): Told & { affectedAdmins: number; skippedAdmins: Skipped[] } {
    return {
      ...super.told(),
      affectedAdmins: this.#affectedAdmins.size,
      skippedAdmins: [...this.#skippedAdmins].map(([id, code]) => ({ id, code })),
    }
  }
}
