/** The filters of the list of admins. */
import { call } from '../../api/client.ts'
import type { I18n } from '../../i18n/i18n.tsx'
import { queryOfStatus } from '../../ui/account/account.ts'
import { idIn } from '../../ui/address.ts'
import { later } from '../../ui/later.tsx'
import type { Filter } from '../../ui/list/list-filters.ts'
import { Status } from '../../ui/Status.tsx'
import type { Admin } from './admin.ts'

const isId = (value: string) => idIn(value) !== undefined

/** @param rows the page that is shown, which knows the names of what the address has by its id */
export function filtersOf(
  { t, language }: Pick<I18n, 't' | 'language'>,
  rows: readonly Admin[] | undefined,
  can: (permission: string) => boolean | undefined,
): Filter[] {
  return [
    {
      key: 'status',
      title: t('admins.status'),
      options: (['Active', 'Deactivated', 'Blocked', 'LockedOut'] as const).map((value) => ({
        value,
        label: <Status value={value} />,
        text: t(`status.${value}`),
        query: queryOfStatus[value],
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
    ...(can('groups.view')
      ? [
          {
            key: 'group',
            title: t('admins.group'),
            param: 'groupId',
            accepts: isId,
            nameOf: (id: string) => groupNames.get(id),
            field: (value: string | undefined, onChange: (value: string | undefined) => void) => (
              <RecordSelect
                label={t('admins.group')}
                value={value ?? null}
                queryKey={['group choices']}
                find={(search, signal) => findGroups(search, signal, language)}
                onChange={(id) => onChange(id ?? undefined)}
              />
            ),
          },
        ]
      : []),
  ]
}

const RecordSelect = later(async () => (await import('../../ui/form/RecordSelect.tsx')).RecordSelect)

/** Names of groups that were found, by their ids: the list of admins does not know them. */
const groupNames = new Map<string, string>()

async function findGroups(search: string, signal: AbortSignal, language: I18n['language']) {
  const { items } = await call('listUserGroupChoices', { query: { pageSize: 20, ...(search && { search }) } }, signal)
  const found = items.map(({ id, nameEn, nameAr }) => ({ value: id, label: (language === 'ar' ? nameAr : null) ?? nameEn }))
  for (const { value, label } of found) groupNames.set(value, label)
  return found
}
