import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'

interface Named {
  id: string
  name: string
}

/** The living roles and active groups of one account, by name: its own role and those that its groups bring. */
// unscoped: the caller's own account
export async function heldNames(db: Kysely<Tables>, accountId: string): Promise<{ roles: Named[]; groups: Named[] }> {
  const groups = await db
    .selectFrom('userGroupMembers as m')
    .innerJoin('userGroups as g', 'g.id', 'm.groupId')
    .select(['g.id', 'g.nameEn as name'])
    .where('m.accountId', '=', accountId)
    .where('g.isActive', '=', true)
    .where('g.deletedAt', 'is', null)
    .orderBy('g.nameEn')
    .execute()
  const own = await db
    .selectFrom('accounts as a')
    .innerJoin('roles as r', 'r.id', 'a.roleId')
    .select(['r.id', 'r.name'])
    .where('a.id', '=', accountId)
    .where('r.deletedAt', 'is', null)
    .execute()
  const brought =
    groups.length === 0
      ? []
      : await db
          .selectFrom('userGroupRoles as gr')
          .innerJoin('roles as r', 'r.id', 'gr.roleId')
          .select(['r.id', 'r.name'])
          .where(
            'gr.groupId',
            'in',
            groups.map(({ id }) => id),
          )
          .where('r.deletedAt', 'is', null)
          .orderBy('r.name')
          .execute()
  return { roles: [...new Map([...own, ...brought].map((role) => [role.id, role])).values()], groups }
}
