import type { Reply } from '../../../api/client.ts'
import { useI18n } from '../../../i18n/i18n.tsx'

/** Who gets none, and why: all are counted, and a thousand named. */
export function LeftOut({ counted: { total, planned, skipped } }: { counted: Pick<Reply<'sendEmails'>, 'total' | 'planned' | 'skipped'> }) {
  const { t } = useI18n()
  if (skipped.length === 0) return null
  return (
    <details className="left-out">
      <summary>{t('bulk.skipped', { count: total - planned })}</summary>
      <ul className="rights">
        {skipped.map(({ to, reason }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an address may be there twice
          <li key={place}>
            <code dir="ltr">{to}</code>
            <small>{t(`compose.why.${reason}`)}</small>
          </li>
        ))}
      </ul>
    </details>
  )
}
