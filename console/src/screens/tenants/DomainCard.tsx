import { Button } from '@mantine/core'
import type { Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Ago, Copyable, Fact, Facts } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'

export type Domain = Reply<'listTenantDomains'>['domains'][number]

interface Props {
  readonly domain: Domain
  readonly mayChange: boolean
  onVerify(): void
  onPrimary(): void
  onDelete(): void
}

const looks = {
  verified: { icon: 'active', tone: 'green' },
  pending: { icon: 'clock', tone: 'blue' },
  unverified: { icon: 'inactive', tone: 'grey' },
  failed: { icon: 'alert', tone: 'red' },
} as const

const errors = [
  'record_not_found',
  'record_mismatch',
  'answer_too_large',
  'dns_timeout',
  'dns_failure',
  'domain_taken',
  'tenant_deleted',
] as const

/** One name: how its proof stands, and the record that proves it. */
export function DomainCard({ domain, mayChange, onVerify, onPrimary, onDelete }: Props) {
  const { t } = useI18n()
  const { domainName, verificationStatus: status, isPrimary, isVerified, lastCheckedAt, lastError } = domain
  const { icon, tone } = looks[status]
  const known = errors.find((one) => one === lastError)
  return (
    <section className="box" aria-label={domainName} data-domain={domainName}>
      <div className="line">
        <b className="cut" dir="ltr">
          {domainName}
        </b>
        <span className="status" data-tone={tone}>
          <Icon name={icon} size={14} />
          {t(`tenants.check.${status}`)}
        </span>
        {isPrimary && (
          <span className="status" data-tone="blue">
            {t('tenants.primary')}
          </span>
        )}
        <span className="grow" />
        {mayChange && (
          <span className="record-acts">
            {!isVerified && (
              <Button size="xs" onClick={onVerify}>
                {t(status === 'pending' ? 'tenants.checkAgain' : 'tenants.checkNow')}
              </Button>
            )}
            {isVerified && !isPrimary && (
              <Button size="xs" variant="default" onClick={onPrimary}>
                {t('tenants.makePrimary')}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={onDelete}>
              {t('act.delete')}
            </Button>
          </span>
        )}
      </div>
      {domain.dnsRecordName && (
        <>
          <p className="dim">{t('tenants.recordHint')}</p>
          <Facts>
            <Fact label={t('tenants.recordName')}>
              <Copyable text={domain.dnsRecordName} label={t('tenants.copyRecordName')} />
            </Fact>
            {domain.dnsRecordValue && (
              <Fact label={domain.dnsRecordType ?? 'TXT'}>
                <Copyable text={domain.dnsRecordValue} label={t('tenants.copyRecordValue')} />
              </Fact>
            )}
            {domain.dnsCnameValue && (
              <Fact label={t('tenants.orCname')}>
                <Copyable text={domain.dnsCnameValue} label={t('tenants.copyCname')} />
              </Fact>
            )}
          </Facts>
        </>
      )}
      {lastError && <Note tone="amber">{known ? t(`tenants.dns.${known}`) : <bdi dir="ltr">{lastError}</bdi>}</Note>}
      {lastCheckedAt && (
        <small className="dim">
          {t('tenants.checked')} <Ago at={lastCheckedAt} />
        </small>
      )}
    </section>
  )
}
