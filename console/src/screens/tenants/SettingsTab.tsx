import { useQuery } from '@tanstack/react-query'
import { ask, call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { useDraft } from '../../ui/form/draft.ts'
import { Fields } from '../../ui/form/RecordForm.tsx'
import { tell } from '../../ui/toasts.tsx'
import { SettingField } from './SettingField.tsx'
import { changesOf, draftOf, type Kind, type ListedName, type Section, type Settings, sections, setFromAbove } from './settings.ts'
import { type Detail, touched } from './tenant.ts'

const names = Object.values(sections).flatMap((section) => Object.keys(section) as ListedName[])

export function SettingsTab({ tenant }: { tenant: Detail }) {
  return <Form key={JSON.stringify(tenant.settings)} tenant={tenant} />
}

/** By section: what holds, where it comes from, and what the tenant sets itself. */
function Form({ tenant }: { tenant: Detail }) {
  const { t } = useI18n()
  const { can, me } = useStart()
  const acts = useActs(touched)
  const read: Settings = tenant.settings
  const isOwn = tenant.id === me?.tenantId
  const mayChange = can('tenants.update') === true
  const form = useDraft({
    read,
    draftOf: (from: Settings | null) => draftOf(from, names),
    async save(draft, from) {
      await call('updateTenantSettings', { path: { id: tenant.id }, body: changesOf(draft, draftOf(from, names)) })
      tell(t('told.saved', { name: tenant.name }))
      await acts.refresh()
    },
  })
  const lockOf = (name: string) =>
    !mayChange ? t('tenants.mayNot') : isOwn && setFromAbove.includes(name) ? t('tenants.fromOutside') : undefined
  return (
    <div className="narrow-body">
      <Fields form={form} titles={{}} submit={t('act.save')}>
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
