import { sql } from 'kysely'
import { stateConflict } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'

/** Throws 409 `role_in_use` while a living account has the role itself or a living group gives it. Under `lockGrantor`, the role changed. */
// unscoped: by a role that is locked, and was judged under the lock; whoever has it counts
export async function refuseRoleInUse(ctx: Context, roleId: string): Promise<void> {
  const { rows } = await sql<{ isInUse: boolean }>`
    select exists (select from accounts a where a.role_id = ${roleId} and a.deleted_at is null)
      or exists (select from user_group_roles gr join user_groups g on g.id = gr.group_id
        where gr.role_id = ${roleId} and g.deleted_at is null) as is_in_use`.execute(ctx.db)
  if (rows[0]?.isInUse) throw stateConflict('role_in_use')
}
