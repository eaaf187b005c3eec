import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { bytesOf } from '../../ui/bytes.ts'
import { At, Copyable, Fact, Facts } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { addressOf, type Detail } from './tenant.ts'

export function OverviewTab({ tenant }: { tenant: Detail }) {
  const words = useI18n()
  const { t, number } = words
  const { settings, statistics, hierarchy } = tenant
  const bytes = (value: number) => bytesOf(value, words)
  // what is stored below counts in what is told, and not for the limit, which is of the tenant alone
  const isOfAll = hierarchy.descendantCount > 0
  const quotas = [
    { key: 'admins', used: tenant.adminCount, limit: settings.maxAdmins, shown: number, isMeasured: true },
    { key: 'tenants', used: hierarchy.descendantCount, limit: settings.maxSubTenants, shown: number, isMeasured: true },
    {
      key: isOfAll ? 'storageOfAll' : 'storage',
      used: statistics.storageBytes,
      limit: settings.maxStorageBytes,
      shown: bytes,
      isMeasured: !isOfAll,
    },
  ] as const
  return (
    <div className="halves">
      {tenant.status !== 'Active' && (
        <div className="whole">
          <Note tone="amber">
            {t('tenants.notActive')} {tenant.statusReason && <bdi>{t('tenants.because', { reason: tenant.statusReason })}</bdi>}
          </Note>
        </div>
      )}
      <section>
        <h2 className="part-title">{t('tenants.facts')}</h2>
        <Facts>
          <Fact label={t('tenants.parent')}>
            {hierarchy.path.length > 1 ? (
              <span className="path">
                {hierarchy.path.slice(0, -1).map(({ id, name }, index) => (
                  <Fragment key={id}>
                    {index > 0 && <Icon name="chevronRight" size={11} />}
                    <Link to={addressOf(id)} className="tree-link">
                      <bdi>{name}</bdi>
                    </Link>
                  </Fragment>
                ))}
              </span>
            ) : (
              t('tenants.atTop')
            )}
          </Fact>
          <Fact label={t('tenants.code')}>
            <Copyable text={tenant.code} label={t('tenants.copyCode')} />
          </Fact>
          <Fact label={t('tenants.description')}>{tenant.description && <span dir="auto">{tenant.description}</span>}</Fact>
          <Fact label={t('tenants.address')}>{tenant.address && <span dir="auto">{tenant.address}</span>}</Fact>
          <Fact label={t('tenants.created')}>
            <At at={tenant.createdAt} />
          </Fact>
          <Fact label={t('fact.id')}>
            <Copyable text={tenant.id} label={t('act.copyId')} />
          </Fact>
        </Facts>
      </section>
      <section>
        <h2 className="part-title">{t('tenants.holds')}</h2>
        <dl className="tally">
          {[
            { label: t('tenants.count.direct'), value: number(hierarchy.childCount) },
            { label: t('tenants.count.tenants'), value: number(hierarchy.descendantCount) },
            { label: t('tenants.count.admins'), value: number(statistics.adminCount) },
            { label: t('tenants.count.users'), value: number(statistics.userCount) },
          ].map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <h2 className="part-title">{t('tenants.quotas')}</h2>
        {quotas.map(({ key, used, limit, shown, isMeasured }) => (
          <div key={key} className="quota">
            <span id={`quota-${key}`}>{t(`tenants.quota.${key}`)}</span>
            <span className="dim">
              {limit
                ? t(isMeasured ? 'tenants.quotaOf' : 'tenants.quotaAlone', { used: shown(used), limit: shown(limit) })
                : t('tenants.noQuota', { used: shown(used) })}
            </span>
            {limit && isMeasured ? (
              <meter
                min={0}
                max={limit}
                value={Math.min(used, limit)}
                aria-labelledby={`quota-${key}`}
                data-full={used >= limit || undefined}
                data-near={used >= limit * 0.8 || undefined}
              />
            ) : null}
          </div>
        ))}
      </section>
    </div>
  )
}
