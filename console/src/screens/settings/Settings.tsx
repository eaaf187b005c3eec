import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useReadAnew } from '../../api/read-anew.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { oneOf } from '../../ui/address.ts'
import { Copyable, Fact, Facts } from '../../ui/Facts.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { PageHead } from '../../ui/title.tsx'
import { parts } from './fields.ts'
import { PartForm } from './PartForm.tsx'
import { ResetDialog } from './ResetDialog.tsx'
import type { Settings } from './settings.ts'

const tabs = [...parts, 'storage'] as const

/** `/settings?part=`: the service itself, as it can be changed while it runs. */
export default function SettingsPage() {
  const { t } = useI18n()
  const { can } = useStart()
  const navigate = useNavigate()
  const { part } = useSearch({ strict: false }) as { part?: string }
  const { read: settings, error, retry } = useReadAnew(ask('getSettings', {}))
  const [isForgetting, setForgetting] = useState(false)
  const current = oneOf(tabs, part) ?? 'general'
  return (
    <div className="page scrolls">
      <PageHead title={t('nav.settings')}>
        {can('settings.update') && settings && (
          <Button variant="default" onClick={() => setForgetting(true)}>
            {t('settings.forget')}
          </Button>
        )}
      </PageHead>
      {error && !settings ? (
        <Failed error={error} onRetry={retry} />
      ) : (
        <div className="sections" aria-busy={!settings}>
          <Tabs
            label={t('nav.settings')}
            tabs={tabs.map((key) => ({ key, title: t(`settings.part.${key}`) }))}
            current={current}
            onGo={(key) => void navigate({ to: '.', search: (key === 'general' ? {} : { part: key }) as never })}
          >
            <p className="dim">{t(`settings.hint.${current}`)}</p>
            {settings &&
              (current === 'storage' ? <Storage settings={settings} /> : <PartForm key={current} part={current} settings={settings} />)}
          </Tabs>
        </div>
      )}
      {isForgetting && <ResetDialog onClose={() => setForgetting(false)} />}
    </div>
  )
}

function Storage({ settings }: { settings: Settings }) {
  const { t } = useI18n()
  return (
    <Facts>
      <Fact label={t('settings.storage.transport')}>
        <bdi dir="ltr">{settings.storage.transport}</bdi>
      </Fact>
      <Fact label={t('settings.storage.url')}>
        <Copyable text={settings.storage.url} label={t('act.copy')} />
      </Fact>
    </Facts>
  )
}
