import { useI18n } from '../../i18n/i18n.tsx'

const isPage = (address: string | null | undefined): address is string => /^https?:\/\//i.test(address ?? '')

/** Links to what a tenant says of its terms: pages of the web, and nothing else that calls itself an address. */
export function Terms({ terms, privacy }: { terms: string | null | undefined; privacy: string | null | undefined }) {
  const { t } = useI18n()
  if (!isPage(terms) && !isPage(privacy)) return null
  return (
    <p className="login-foot">
      {isPage(terms) && (
        <a href={terms} target="_blank" rel="noopener noreferrer">
          {t('signIn.terms')}
        </a>
      )}
      {isPage(privacy) && (
        <a href={privacy} target="_blank" rel="noopener noreferrer">
          {t('signIn.privacy')}
        </a>
      )}
    </p>
  )
}
