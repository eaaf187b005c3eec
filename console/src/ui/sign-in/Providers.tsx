import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fault } from '../Note.tsx'

/** Apple sends the browser back with a form, which a page that is only read can't take. */
const byRedirect = ({ name }: { name: string }) => name !== 'apple'

interface Props {
  readonly providers: Reply<'getSignInStart'>['providers']
  /** Leaves for the provider of that name. */
  onGo(name: string): Promise<void>
}

/** The other ways in. */
export function Providers({ providers, onGo }: Props) {
  const { t } = useI18n()
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const offered = providers.filter(byRedirect)
  if (offered.length === 0) return null
  async function go(name: string) {
    setBusy(name)
    setError(null)
    await onGo(name).catch((fault: unknown) => {
      setError(fault)
      setBusy(null)
    })
  }
  return (
    <div className="stack">
      <div className="or">
        <span>{t('signIn.or')}</span>
      </div>
      {error !== null && <Fault error={error} />}
      {offered.map(({ name, displayName }) => (
        <Button
          key={name}
          variant="default"
          size="md"
          fullWidth
          loading={busy === name}
          disabled={busy !== null}
          onClick={() => void go(name)}
        >
          <span className="cut" dir="auto">
            {t('signIn.with', { provider: displayName })}
          </span>
        </Button>
      ))}
    </div>
  )
}
