/** What the address of the list says: bad values fall back, and what is not said has its usual value. */
import type { Input, Reply } from '../../api/client.ts'
import type { Order } from '../../ui/DataTable.tsx'
import type { StatusName } from '../../ui/Status.tsx'

export type Admin = Reply<'listAdmins'>['items'][number]
type Query = NonNullable<Input<'listAdmins'>['query']>
export type Filter = Pick<Query, 'search' | 'isActive' | 'isBlocked' | 'isLockedOut' | 'twoFactorEnabled' | 'roleId' | 'tenantId'>

export const pageSize = 25
const orders = ['createdAt', 'firstName', 'lastLoginAt'] as const
const statuses = ['Active', 'Deactivated', 'Blocked', 'LockedOut'] as const

/** As it stands in the address. */
export interface AdminsSearch {
  readonly page?: string | undefined
  readonly search?: string | undefined
  readonly status?: string | undefined
  readonly twoFactor?: string | undefined
  readonly role?: string | undefined
  readonly tenant?: string | undefined
  readonly sort?: string | undefined
  readonly open?: string | undefined
  readonly tab?: string | undefined
  readonly do?: string | undefined
}

export interface ListState {
  readonly page: number
  readonly order: Order & { readonly by: (typeof orders)[number] }
  readonly filter: Filter
  readonly status: StatusName | null
  readonly twoFactor: boolean | null
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const idOf = (text: string | undefined) => (text !== undefined && uuid.test(text) ? text : undefined)

const byStatus: Readonly<Record<StatusName, Filter>> = {
  Active: { isActive: true, isBlocked: false },
  Deactivated: { isActive: false },
  Blocked: { isBlocked: true },
  LockedOut: { isLockedOut: true },
}

export function listStateOf(given: AdminsSearch): ListState {
  const [, descending, by] = /^(-?)(\w+)$/.exec(given.sort ?? '') ?? []
  const known = orders.find((name) => name === by)
  const status = statuses.find((name) => name === given.status) ?? null
  const twoFactor = given.twoFactor === 'on' ? true : given.twoFactor === 'off' ? false : null
  const page = /^[1-9]\d{0,5}$/.test(given.page ?? '') ? Number(given.page) : 1
  const filter: Filter = {
    search: given.search?.slice(0, 100) || undefined,
    roleId: idOf(given.role),
    tenantId: idOf(given.tenant),
    twoFactorEnabled: twoFactor ?? undefined,
    ...(status && byStatus[status]),
  }
  const order = known ? { by: known, direction: descending ? ('desc' as const) : ('asc' as const) } : usualOrder
  return { page, order, filter, status, twoFactor }
}

const usualOrder = { by: 'createdAt', direction: 'desc' } as const

/** The order after a click on a heading. */
export const nextSort = ({ by, direction }: Order, clicked: string): string =>
  by === clicked && direction === 'asc' ? `-${clicked}` : clicked

export const idIn = idOf

export const nameOf = ({ firstName, lastName }: Pick<Admin, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`

export function statusOf({ isActive, isBlocked, isLockedOut }: Pick<Admin, 'isActive' | 'isBlocked' | 'isLockedOut'>): StatusName {
  if (isBlocked) return 'Blocked'
  if (!isActive) return 'Deactivated'
  return isLockedOut ? 'LockedOut' : 'Active'
}
