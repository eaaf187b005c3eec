import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fields } from '../../ui/form/RecordForm.tsx'
import { SettingField } from './SettingField.tsx'
import { type Kind, type ListedName, type Section, sections, setFromAbove } from './settings.ts'
import { useSettingsDraft } from './settings-draft.ts'
import type { Detail } from './tenant.ts'

const names = Object.values(sections).flatMap((section) => Object.keys(section) as ListedName[])

/** By section: what holds, where it comes from, and what the tenant sets itself. */
export function SettingsTab({ tenant }: { tenant: Detail }) {
  const { t } = useI18n()
  const { can, me } = useStart()
  const { form, read } = useSettingsDraft(tenant, names)
  const titles = Object.fromEntries(names.map((name) => [name, t(`tenants.set.${name}`)]))
  const isOwn = tenant.id === me?.tenantId
  const mayChange = can('tenants.update') === true
  const lockOf = (name: string) =>
    !mayChange ? t('tenants.mayNot') : isOwn && setFromAbove.includes(name) ? t('tenants.fromOutside') : undefined
  return (
    <div className="narrow-body">
      <Fields form={form} titles={titles} submit={t('act.save')}>
        {(Object.keys(sections) as Section[]).map((section) => (
          <section key={section} className="setting-section">
            <h2 className="part-title">{t(`tenants.section.${section}`)}</h2>
            {Object.entries(sections[section]).map(([name, kind]) => (
              <SettingField
                key={name}
                name={name as ListedName}
                title={t(`tenants.set.${name as ListedName}`)}
                kind={kind as Kind}
                read={read}
                value={form.draft[name] ?? null}
                fault={form.faultOf(name)}
                locked={lockOf(name)}
                more={name === 'require2FA' && can('admins.view') && <WithoutSecondFactor id={tenant.id} />}
                onChange={(value) => form.set({ [name]: value })}
              />
            ))}
          </section>
        ))}
      </Fields>
    </div>
  )
}

/** How many would have to set one up. */
function WithoutSecondFactor({ id }: { id: string }) {
  const { t } = useI18n()
  const query = useQuery(ask('listAdmins', { query: { within: id, twoFactorEnabled: false, pageSize: 1 } }))
  return <small className="dim">{query.data && t('tenants.lack2FA', { count: query.data.totalCount })}</small>
}
