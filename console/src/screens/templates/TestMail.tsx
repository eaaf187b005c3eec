import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { tell } from '../../ui/toasts.tsx'
import type { Template } from './template.ts'
import type { TemplateActs } from './template-acts.ts'

/** Sends what was saved to one address, filled like a preview. */
export function TestMail({ template, acts, onClose }: { template: Template; acts: TemplateActs; onClose(): void }) {
  const { t } = useI18n()
  const { me } = useStart()
  const [to, setTo] = useState(me?.email ?? '')
  const [locale, setLocale] = useState<string | null>(null)
  return (
    <ConfirmDialog
      title={t('templates.test')}
      confirm={t('templates.testSend')}
      isDanger={false}
      isReady={to.trim() !== ''}
      run={async () => {
        const body = { to: to.trim(), locale: locale as 'en' | 'ar' | null }
        await call('sendTestMail', { path: { id: template.id }, body })
        tell(t('templates.toldTest'))
        await acts.refresh()
      }}
      onClose={onClose}
    >
      <p className="dim">{t('templates.testHint')}</p>
      <TextInput label={t('templates.to')} inputMode="email" dir="ltr" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
      <Select
        label={t('templates.language')}
        data={(['en', 'ar'] as const).map((value) => ({ value, label: t(`templates.in.${value}`) }))}
        value={locale}
        placeholder={t('templates.in.base')}
        onChange={setLocale}
        clearable
        comboboxProps={{ withinPortal: true, shadow: 'md' }}
      />
    </ConfirmDialog>
  )
}
