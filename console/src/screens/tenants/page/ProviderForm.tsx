import { Checkbox, Switch, TextInput } from '@mantine/core'
import { call, type Input } from '../../../api/client.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { changedOf, useDraft } from '../../../ui/form/draft.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { Note } from '../../../ui/Note.tsx'
import { tell } from '../../../ui/toasts.tsx'
import type { Provider } from './provider.ts'

const draftOf = (read: Provider | null) => ({
  name: read?.name ?? '',
  displayName: read?.displayName ?? '',
  issuer: read?.issuer ?? '',
  clientId: read?.clientId ?? '',
  /** Never read: empty leaves it as it is. */
  clientSecret: '',
  hasNoSecret: read !== null && !read.hasClientSecret,
  scopes: (read?.scopes ?? ['openid', 'email', 'profile']).join(' '),
  trustEmail: read?.trustEmail ?? false,
  isActive: read?.isActive ?? true,
})
type Draft = ReturnType<typeof draftOf>

const scopesOf = (text: string) => text.split(/[\s,]+/).filter((one) => one !== '')

function bodyOf(draft: Partial<Draft>, isNew: boolean): Record<string, unknown> {
  const { name, clientSecret, hasNoSecret, scopes, ...same } = draft
  // whoever says that there is a secret now, and gives none, is told so by the service
  const isMissing = !isNew && hasNoSecret === false && !clientSecret
  const secret = clientSecret || isMissing ? { clientSecret: clientSecret ?? '' } : hasNoSecret ? { clientSecret: null } : {}
  return {
    ...same,
    ...secret,
    ...(scopes !== undefined && { scopes: scopesOf(scopes) }),
    ...(isNew && name !== undefined && { name: name.trim() }),
  }
}

interface Props {
  readonly tenantId: string
  /** Null for a new one. */
  readonly provider: Provider | null
  refresh(): Promise<void>
  onClose(): void
}

/** An OpenID provider: its secret is written and never read. Another issuer or client makes it another provider, which is said. */
export function ProviderForm({ tenantId: id, provider, refresh, onClose }: Props) {
  const { t } = useI18n()
  const form = useDraft({
    read: provider,
    draftOf,
    async save(draft, from, stored) {
      if (from) {
        const body = { ...bodyOf(changedOf({ draft, base: draftOf(from) }), false), version: from.version }
        await call('changeIdentityProvider', { path: { id, providerId: from.id }, body })
      } else {
        const body = bodyOf(draft, true) as unknown as Input<'addIdentityProvider'>['body']
        await call('addIdentityProvider', { path: { id }, body })
      }
      stored()
      tell(t(from ? 'told.saved' : 'told.created', { name: draft.displayName }))
      await refresh()
      return onClose
    },
    ...(provider && {
      again: async () => {
        const { identityProviders } = await call('listIdentityProviders', { path: { id } })
        return identityProviders.find((one) => one.id === provider.id) ?? provider
      },
    }),
  })
  const { draft, base, set, faultOf } = form
  const isOther = provider !== null && (draft.issuer !== base.issuer || draft.clientId !== base.clientId)
  const text = (field: 'name' | 'displayName' | 'issuer' | 'clientId' | 'scopes', more: object = {}) => (
    <TextInput
      label={t(`tenants.provider.${field}`)}
      value={draft[field]}
      error={faultOf(field)}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      required
      withAsterisk={false}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
      {...more}
    />
  )
  // but the secret, which is never shown
  const titles = {
    ...Object.fromEntries(
      (['displayName', 'issuer', 'clientId', 'scopes'] as const).map((field) => [field, t(`tenants.provider.${field}`)]),
    ),
    hasNoSecret: t('tenants.noSecret'),
    trustEmail: t('tenants.trustEmail'),
    isActive: t('tenants.providerOn'),
  }
  return (
    <RecordForm
      form={form}
      titles={titles}
      title={provider?.displayName ?? t('tenants.newProvider')}
      submit={t(provider ? 'act.save' : 'act.create')}
      isNew={provider === null}
      size={520}
      onClose={onClose}
    >
      {text('displayName', { dir: 'auto', description: t('tenants.provider.displayNameHint'), 'data-autofocus': true })}
      {provider === null && text('name', { description: t('tenants.provider.nameHint') })}
      {text('issuer', { type: 'url', description: t('tenants.provider.issuerHint') })}
      {text('clientId')}
      {isOther && <Note tone="amber">{t('tenants.providerOther')}</Note>}
      <TextInput
        label={t('tenants.provider.clientSecret')}
        description={t(provider?.hasClientSecret ? 'tenants.secretKept' : 'tenants.secretHint')}
        type="password"
        value={draft.clientSecret}
        error={faultOf('clientSecret')}
        disabled={draft.hasNoSecret}
        autoComplete="new-password"
        dir="ltr"
        onChange={(event) => set({ clientSecret: event.currentTarget.value })}
      />
      <Checkbox
        label={t('tenants.noSecret')}
        checked={draft.hasNoSecret}
        onChange={(event) => set({ hasNoSecret: event.currentTarget.checked, clientSecret: '' })}
      />
      {text('scopes', { description: t('tenants.provider.scopesHint') })}
      <Checkbox
        label={t('tenants.trustEmail')}
        description={t('tenants.trustEmailHint')}
        checked={draft.trustEmail}
        onChange={(event) => set({ trustEmail: event.currentTarget.checked })}
      />
      <Switch
        label={t('tenants.providerOn')}
        checked={draft.isActive}
        onChange={(event) => set({ isActive: event.currentTarget.checked })}
      />
    </RecordForm>
  )
}
