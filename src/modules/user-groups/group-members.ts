import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '#db/rows/context.ts'

/** That an account of `accounts` is a member of this living group; a null is none. */
// unscoped: a condition on rows of a query that has its scope
export const isMemberOf = (groupId: string | null): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from user_group_members m join user_groups g on g.id = m.group_id
    where m.group_id = ${groupId}::uuid and m.account_id = accounts.id and g.deleted_at is null)`

/** Whether the caller may be told which groups an account is a member of: who sees groups may, and everybody of themselves. */
export const seesGroupsOf = ({ actor }: Context, accountId: string): boolean =>
  actor.id === accountId || actor.permissions.has('groups.view')
