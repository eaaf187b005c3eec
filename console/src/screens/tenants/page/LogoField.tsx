import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { call } from '../../../api/client.ts'
import { takeUpFault } from '../../../api/queries.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { useSending } from '../../../ui/form/use-sending.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Fault, Note } from '../../../ui/Note.tsx'
import { Avatar } from '../../../ui/Person.tsx'
import { tell } from '../../../ui/toasts.tsx'
import type { Detail } from '../tenant.ts'

const mostBytes = 5 * 1024 * 1024
const kinds = ['image/jpeg', 'image/png', 'image/svg+xml', 'image/webp']

/** The picture of the tenant. What is taken is said before, and nothing too large is sent. */
export function LogoField({ tenant, mayChange, onDone }: { tenant: Detail; mayChange: boolean; onDone(): Promise<void> }) {
  const { t } = useI18n()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const sending = useSending(takeUpFault)
  const { isBusy, wait } = sending
  const run = (work: () => Promise<unknown>) =>
    void sending.run(async () => {
      setRefused(null)
      await work()
      tell(t('told.saved', { name: tenant.name }))
      await onDone()
    })
  const send = (file: File | undefined) => {
    if (!file) return
    if (file.size > mostBytes || !kinds.includes(file.type)) {
      setRefused(t(file.size > mostBytes ? 'tenants.logoTooLarge' : 'tenants.logoKind'))
    } else run(() => call('uploadTenantLogo', { path: { id: tenant.id }, body: { file } }))
  }
  return (
    <section className="logo-field">
      <Avatar name={tenant.name} size={56} src={tenant.logoUrl} />
      <div>
        <b>{t('tenants.logo')}</b>
        <small className="dim">{t('tenants.logoHint')}</small>
      </div>
      {mayChange && (
        <span className="record-acts">
          <input
            ref={input}
            type="file"
            accept={kinds.join(',')}
            aria-label={t('tenants.logoUpload')}
            hidden
            onChange={(event) => {
              send(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="upload" size={14} />}
            loading={isBusy}
            disabled={wait > 0}
            onClick={() => input.current?.click()}
          >
            {t('tenants.logoUpload')}
          </Button>
          {tenant.logoUrl && (
            <Button
              size="xs"
              variant="default"
              disabled={isBusy || wait > 0}
              onClick={() => run(() => call('updateTenant', { path: { id: tenant.id }, body: { logoUrl: null, version: tenant.version } }))}
            >
              {t('tenants.logoRemove')}
            </Button>
          )}
        </span>
      )}
      {refused ? <Note tone="red">{refused}</Note> : <Fault {...sending} />}
    </section>
  )
}
