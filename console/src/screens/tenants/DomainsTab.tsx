import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ask, call } from '../../api/client.ts'
import { takeUpFault } from '../../api/queries.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { Failed } from '../../ui/Failed.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { useSending } from '../../ui/form/use-sending.ts'
import { Fault } from '../../ui/Note.tsx'
import { type Domain, DomainCard } from './DomainCard.tsx'
import { type Detail, touched } from './tenant.ts'

/** How often a check that is on its way is looked at, and no other. */
const watchMs = 5000

/** Names of its own under which the people of the tenant reach the service. */
export function DomainsTab({ tenant }: { tenant: Detail }) {
  const { t } = useI18n()
  const { can } = useStart()
  const acts = useActs(touched)
  const { id } = tenant
  const mayChange = can('tenants.update') === true
  const [gone, setGone] = useState<Domain | null>(null)
  const query = useQuery({
    ...ask('listTenantDomains', { path: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.domains.some(({ verificationStatus }) => verificationStatus === 'pending') ? watchMs : false,
  })
  if (query.isError && !query.data) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  const domains = query.data?.domains
  return (
    <div className="narrow-body stack">
      <p className="dim">{t('tenants.domainsHint')}</p>
      {mayChange && <AddDomain id={id} onAdded={acts.refresh} />}
      {!domains && <div className="lines" aria-busy="true" />}
      {domains?.length === 0 && <p className="dim">{t('tenants.noDomains')}</p>}
      {domains?.map((domain) => (
        <DomainCard
          key={domain.id}
          domain={domain}
          mayChange={mayChange}
          onVerify={() => void acts.run(() => call('verifyTenantDomain', { path: { id, domainId: domain.id } }))}
          onPrimary={() =>
            void acts.run(
              () => call('makeTenantDomainPrimary', { path: { id, domainId: domain.id } }),
              t('tenants.primaryNow', { name: domain.domainName }),
            )
          }
          onDelete={() => setGone(domain)}
        />
      ))}
      {gone && (
        <ConfirmDialog
          title={t('tenants.domainDelete', { name: gone.domainName })}
          confirm={t('act.delete')}
          typed={gone.domainName}
          onClose={() => setGone(null)}
          run={async () => {
            await call('deleteTenantDomain', { path: { id, domainId: gone.id } })
            await acts.refresh()
          }}
        >
          <p className="dim">{t('tenants.domainDeleteHint')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function AddDomain({ id, onAdded }: { id: string; onAdded(): Promise<void> }) {
  const { t } = useI18n()
  const [name, setName] = useState('')
  // a name that is taken may be one of this list, added elsewhere meanwhile
  const sending = useSending(takeUpFault)
  const field = sending.told?.fields.get('domainName')
  function add(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return
    void sending.run(async () => {
      await call('addTenantDomain', { path: { id }, body: { domainName: name.trim() } })
      setName('')
      await onAdded()
    })
  }
  return (
    <form className="line-form" onSubmit={add}>
      <TextInput
        label={t('tenants.domain')}
        placeholder="login.example.com"
        value={name}
        error={field}
        onChange={(event) => setName(event.currentTarget.value)}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        maxLength={253}
      />
      <Button type="submit" loading={sending.isBusy} disabled={sending.wait > 0}>
        {t('tenants.addDomain')}
      </Button>
      {!field && <Fault {...sending} />}
    </form>
  )
}
