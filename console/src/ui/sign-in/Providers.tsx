import { useI18n } from '../../i18n/i18n.tsx'
import { useSending } from '../form/use-sending.ts'
import { byRedirect } from './by-redirect.ts'
import { FieldFault } from './FieldFault.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import type { Provider } from './redirect.ts'

interface Props {
  readonly providers: readonly Provider[]
  /** Leaves for the provider of that name. */
  onGo(name: string): Promise<void>
}

/** The other ways in. */
export function Providers({ providers, onGo }: Props) {
  const { t } = useI18n()
  const sending = useSending()
  if (!providers.some(byRedirect)) return null
  return (
    <div className="stack">
      <div className="or">
        <span>{t('signIn.or')}</span>
      </div>
      <FieldFault {...sending} byField={{ redirectUri: 'signIn.notHere' }} />
      <ProviderButtons
        providers={providers}
        sending={sending}
        textOf={(provider) => t('signIn.with', { provider })}
        onGo={onGo}
        size="md"
        fullWidth
      />
    </div>
  )
}
