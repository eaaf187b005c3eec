/** All admins of a group or a role, as people who are told something. */
import { call } from '../../api/client.ts'
import { nameOf } from '../../ui/account/account.ts'
import { keyOf, type Person } from '../../ui/form/PeopleField.tsx'

/** As many as one notification goes to. */
export const most = 1000
const pageSize = 100

/** The first thousand, and one more where there are more. */
export async function adminsOf(filter: { readonly groupId: string } | { readonly roleId: string }): Promise<readonly Person[]> {
  const found: Person[] = []
  for (let page = 1; found.length <= most; page++) {
    const { items, totalPages } = await call('listAdmins', { query: { ...filter, page, pageSize } })
    for (const one of items) found.push({ ...one, type: 'admin', name: nameOf(one) })
    if (page >= totalPages) break
  }
  return found
}

/** With those who are not there yet, up to as many as can be told. */
export function withAll(
  people: readonly Person[],
  added: readonly Person[],
): { readonly people: readonly Person[]; readonly isCut: boolean } {
  const all = [...new Map([...people, ...added].map((one) => [keyOf(one), one])).values()]
  return { people: all.slice(0, most), isCut: all.length > most }
}
