/** The filters of the list of end users. */
import type { I18n } from '../../i18n/i18n.tsx'
import { queryOfStatus } from '../../ui/account/account.ts'
import { idIn } from '../../ui/address.ts'
import { type Filter, RecordName } from '../../ui/list/list-filters.ts'
import { Status } from '../../ui/Status.tsx'
import type { User } from './user.ts'

/** @param rows the page that is shown, which knows the names of what the address has by its id */
export function filtersOf({ t }: Pick<I18n, 't'>, rows: readonly User[] | undefined): Filter[] {
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
      key: 'verified',
      title: t('users.emailProved'),
      options: (['yes', 'no'] as const).map((value) => ({
        value,
        label: t(`fact.${value}`),
        text: t(`fact.${value}`),
        query: { emailVerified: value === 'yes' },
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
      key: 'tenant',
      title: t('fact.tenant'),
      param: 'tenantId',
      accepts: (value) => idIn(value) !== undefined,
      nameOf: (id) => rows?.find(({ tenantId }) => tenantId === id)?.tenantName ?? <RecordName kind="tenant" id={id} />,
    },
  ]
}
