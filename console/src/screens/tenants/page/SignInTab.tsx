import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, call } from '../../../api/client.ts'
import { useStart } from '../../../api/start.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { useActs } from '../../../ui/acts.ts'
import { Fact, Facts } from '../../../ui/Facts.tsx'
import { Failed } from '../../../ui/Failed.tsx'
import { ConfirmDialog } from '../../../ui/form/ConfirmDialog.tsx'
import { Fields } from '../../../ui/form/RecordForm.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { SettingField } from '../SettingField.tsx'
import { useSettingsDraft } from '../settings-draft.ts'
import { type Detail, touched } from '../tenant.ts'
import { ProviderForm } from './ProviderForm.tsx'
import type { Provider } from './provider.ts'

const names = ['identityProviderMode'] as const

/** Ways in beside the password: which are open, and the providers that the tenant brought along. */
export function SignInTab({ tenant }: { tenant: Detail }) {
  const { t } = useI18n()
  const { can } = useStart()
  const acts = useActs(touched)
  const { id } = tenant
  const mayChange = can('tenants.update') === true
  const query = useQuery(ask('listIdentityProviders', { path: { id } }))
  const [edited, setEdited] = useState<Provider | 'new' | null>(null)
  const [gone, setGone] = useState<Provider | null>(null)
  const providers = query.data?.identityProviders
  return (
    <div className="narrow-body stack">
      <Mode tenant={tenant} mayChange={mayChange} />
      <div className="section-head">
        <h2 className="part-title">{t('tenants.providers')}</h2>
        {mayChange && (
          <Button variant="default" leftSection={<Icon name="plus" size={14} />} onClick={() => setEdited('new')}>
            {t('tenants.newProvider')}
          </Button>
        )}
      </div>
      <p className="dim">{t('tenants.providersHint')}</p>
      {query.isError && !providers && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <div className="lines" aria-busy="true" />}
      {providers?.length === 0 && <p className="dim">{t('tenants.noProviders')}</p>}
      {providers?.map((one) => (
        <section key={one.id} className="box" aria-label={one.displayName} data-provider={one.name}>
          <div className="line">
            <b className="cut" dir="auto">
              {one.displayName}
            </b>
            <span className="status" data-tone={one.isActive ? 'green' : 'grey'}>
              <Icon name={one.isActive ? 'active' : 'inactive'} size={14} />
              {t(one.isActive ? 'tenants.state.Active' : 'tenants.state.Inactive')}
            </span>
            <span className="grow" />
            {mayChange && (
              <span className="record-acts">
                <Button size="xs" variant="default" onClick={() => setEdited(one)}>
                  {t('act.edit')}
                </Button>
                <Button size="xs" variant="default" onClick={() => setGone(one)}>
                  {t('act.delete')}
                </Button>
              </span>
            )}
          </div>
          <Facts>
            <Fact label={t('tenants.provider.name')}>
              <code dir="ltr">{one.name}</code>
            </Fact>
            <Fact label={t('tenants.provider.issuer')}>
              <bdi dir="ltr">{one.issuer}</bdi>
            </Fact>
            <Fact label={t('tenants.provider.clientId')}>
              <bdi dir="ltr">{one.clientId}</bdi>
            </Fact>
            <Fact label={t('tenants.provider.clientSecret')}>{t(one.hasClientSecret ? 'tenants.secretSet' : 'tenants.secretNone')}</Fact>
          </Facts>
        </section>
      ))}
      {edited && (
        <ProviderForm tenantId={id} provider={edited === 'new' ? null : edited} refresh={acts.refresh} onClose={() => setEdited(null)} />
      )}
      {gone && (
        <ConfirmDialog
          title={t('tenants.providerDelete', { name: gone.displayName })}
          confirm={t('act.delete')}
          typed={gone.name}
          onClose={() => setGone(null)}
          run={async () => {
            await call('deleteIdentityProvider', { path: { id, providerId: gone.id } })
            await acts.refresh()
          }}
        >
          <p className="dim">{t('tenants.providerDeleteHint')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function Mode({ tenant, mayChange }: { tenant: Detail; mayChange: boolean }) {
  const { t } = useI18n()
  const { form, read } = useSettingsDraft(tenant, names)
  return (
    <Fields form={form} titles={{ identityProviderMode: t('tenants.mode') }} submit={t('act.save')}>
      <SettingField
        name="identityProviderMode"
        title={t('tenants.mode')}
        kind="mode"
        read={read}
        value={form.draft.identityProviderMode ?? null}
        fault={form.faultOf('identityProviderMode')}
        locked={mayChange ? undefined : t('tenants.mayNot')}
        more={<small className="dim">{t('tenants.modeHint')}</small>}
        onChange={(value) => form.set({ identityProviderMode: value })}
      />
    </Fields>
  )
}
