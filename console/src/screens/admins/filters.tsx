/** The filters of the list of admins. */
import type { I18n } from '../../i18n/i18n.tsx'
import { idIn } from '../../ui/address.ts'
import type { Filter } from '../../ui/list/list-filters.ts'
import { Status, type StatusName } from '../../ui/Status.tsx'
import type { Admin } from './admin.ts'

const byStatus: Readonly<Record<StatusName, Readonly<Record<string, boolean>>>> = {
  Active: { isActive: true, isBlocked: false },
  Deactivated: { isActive: false },
  Blocked: { isBlocked: true },
  LockedOut: { isLockedOut: true },
}

const isId = (value: string) => idIn(value) !== undefined

/** @param rows the page that is shown, which knows the names of what the address has by its id */
export function filtersOf({ t }: Pick<I18n, 't'>, rows: readonly Admin[] | undefined): Filter[] {
  return [
    {
      key: 'status',
      title: t('admins.status'),
      options: (['Active', 'Deactivated', 'Blocked', 'LockedOut'] as const).map((value) => ({
        value,
        label: <Status value={value} />,
        text: t(`status.${value}`),
        query: byStatus[value],
      })),
    },
    {
      key: 'twoFactor',
      title: t('admins.twoFactor'),
      options: (['on', 'off'] as const).map((value) => ({
        value,
        label: t(`fact.${value}`),
        text: t(`fact.${value}`),
        query: { twoFactorEnabled: value === 'on' },
      })),
    },
    {
      key: 'role',
      title: t('admins.role'),
      param: 'roleId',
      accepts: isId,
      nameOf: (id) => rows?.find(({ role }) => role?.id === id)?.role?.name,
    },
    {
      key: 'tenant',
      title: t('admins.tenant'),
      param: 'tenantId',
      accepts: isId,
      nameOf: (id) => rows?.find(({ tenantId }) => tenantId === id)?.tenantName ?? undefined,
    },
  ]
}
