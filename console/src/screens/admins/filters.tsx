/** The filters of the list of admins. */
import type { I18n } from '../../i18n/i18n.tsx'
import { queryOfStatus } from '../../ui/account/account.ts'
import { idIn, isGroupId } from '../../ui/address.ts'
import { later } from '../../ui/later.tsx'
import { type Filter, RecordName } from '../../ui/list/list-filters.ts'
import { Status } from '../../ui/Status.tsx'
import type { Admin } from './admin.ts'

const isId = (value: string) => idIn(value) !== undefined

/** @param rows the page that is shown, which knows the names of what the address has by its id */
export function filtersOf(
  { t }: Pick<I18n, 't'>,
  rows: readonly Admin[] | undefined,
  can: (permission: string) => boolean | undefined,
): Filter[] {
  return [
    {
      key: 'status',
      title: t('fact.status'),
      options: (['Active', 'Deactivated', 'Blocked', 'LockedOut'] as const).map((value) => ({
        value,
        label: <Status value={value} />,
        text: t(`status.${value}`),
        query: queryOfStatus[value],
      })),
    },
    {
      key: 'twoFactor',
      title: t('fact.twoFactor'),
      options: (['on', 'off'] as const).map((value) => ({
        value,
        label: t(`fact.${value}`),
        text: t(`fact.${value}`),
        query: { twoFactorEnabled: value === 'on' },
      })),
    },
    {
      key: 'role',
      title: t('fact.role'),
      param: 'roleId',
      accepts: isId,
      nameOf: (id) => rows?.find(({ role }) => role?.id === id)?.role?.name ?? <RecordName kind="role" id={id} />,
    },
    {
      key: 'tenant',
      title: t('fact.tenant'),
      param: 'tenantId',
      accepts: isId,
      nameOf: (id) => rows?.find(({ tenantId }) => tenantId === id)?.tenantName ?? <RecordName kind="tenant" id={id} />,
    },
    ...(can('groups.view')
      ? [
          {
            key: 'group',
            title: t('admins.group'),
            param: 'groupId',
            accepts: isGroupId,
            nameOf: (id: string) => <RecordName kind="group" id={id} />,
            field: (value: string | undefined, onChange: (value: string | undefined) => void) => (
              <GroupField value={value} onChange={onChange} />
            ),
          },
        ]
      : []),
  ]
}

const GroupField = later(async () => (await import('./GroupField.tsx')).GroupField)
