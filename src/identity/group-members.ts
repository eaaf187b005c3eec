import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** That an account of `accounts` is a member of this living group; a null is none. */
export const isMemberOf = (groupId: string | null): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from user_group_members m join user_groups g on g.id = m.group_id
    where m.group_id = ${groupId}::uuid and m.account_id = accounts.id and g.deleted_at is null)`
