import type { I18n } from '../../i18n/i18n.tsx'
import { idIn } from '../../ui/address.ts'
import { TenantSelect } from '../../ui/form/TenantSelect.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { type Filter, RecordName } from '../../ui/list/list-filters.ts'
import { RoleMarks } from './RoleMarks.tsx'
import type { Role } from './role.ts'

export function columnsOf({ t, number, date }: I18n): Column<Role>[] {
  return [
    {
      key: 'name',
      title: t('fact.name'),
      sort: 'name',
      isPrimary: true,
      cell: (role) => (
        <span className="who">
          <span className="role-icon">
            <Icon name="key" size={14} />
          </span>
          <span>
            <b>
              <span className="cut" dir="auto">
                {role.name}
              </span>
              <RoleMarks role={role} />
            </b>
            <small className="cut" dir="auto">
              {role.description || t('roles.gives', { count: role.permissions.length })}
            </small>
          </span>
        </span>
      ),
    },
    {
      key: 'tenant',
      title: t('fact.tenant'),
      width: '26%',
      cell: ({ tenantId, tenantName }) => (
        <span className="dim cut" dir="auto" title={tenantName ?? undefined}>
          {tenantId === null ? t('name.platform') : tenantName}
        </span>
      ),
    },
    { key: 'rights', title: t('roles.permissions'), width: '116px', cell: ({ permissions }) => number(permissions.length) },
    { key: 'holders', title: t('roles.holders'), width: '90px', cell: ({ adminCount }) => number(adminCount) },
    {
      key: 'created',
      title: t('fact.created'),
      sort: 'createdAt',
      width: '126px',
      cell: ({ createdAt }) => (
        <time className="dim" dateTime={createdAt}>
          {date(createdAt)}
        </time>
      ),
    },
  ]
}

/** Names of tenants that were chosen, by their ids: a tenant without roles on the page that is shown is not known by them. */
const tenantNames = new Map<string, string>()

/** @param known roles that were read, which know the names of tenants that the address has by their ids */
export function filtersOf({ t }: Pick<I18n, 't'>, canSeeTenants: boolean, known: readonly Role[]): Filter[] {
  const yesNo = (key: string, title: string, field: string, yes: string, no: string): Filter => ({
    key,
    title,
    options: [
      { value: 'yes', label: yes, text: yes, query: { [field]: true } },
      { value: 'no', label: no, text: no, query: { [field]: false } },
    ],
  })
  return [
    yesNo('system', t('roles.kind'), 'isSystem', t('roles.ofService'), t('roles.own')),
    ...(canSeeTenants
      ? [
          {
            key: 'tenant',
            title: t('fact.tenant'),
            param: 'within',
            accepts: (value: string) => idIn(value) !== undefined,
            nameOf: (id: string) =>
              tenantNames.get(id) ?? known.find((role) => role.tenantId === id)?.tenantName ?? <RecordName kind="tenant" id={id} />,
            field: (value: string | undefined, onChange: (value: string | undefined) => void) => (
              <TenantSelect
                label={t('roles.within')}
                value={value ?? null}
                isInPopover
                onChange={(id, name) => {
                  if (id !== null && name !== undefined) tenantNames.set(id, name)
                  onChange(id ?? undefined)
                }}
              />
            ),
          },
        ]
      : []),
  ]
}
