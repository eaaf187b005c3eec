import { Checkbox, Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Input, type Reply } from '../../api/client.ts'
import { startKey, useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { tellFault } from '../../ui/toasts.tsx'
import { MePage } from './MePage.tsx'

type Change = NonNullable<Input<'updateOwnPreferences'>['body']>
type Preferred = Reply<'getAdminStart'>['preferences']

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** Each is kept at once, and holds in every tab and on every device. */
export default function Preferences() {
  const words = useI18n()
  const { t } = words
  const { start } = useStart()
  const cache = useQueryClient()
  const [busy, setBusy] = useState(0)
  const show = (preferences: Preferred) =>
    cache.setQueryData<Reply<'getAdminStart'>>(startKey, (before) => before && { ...before, preferences })
  async function save(change: Change) {
    const before = cache.getQueryData<Reply<'getAdminStart'>>(startKey)?.preferences
    // seen at once; what the service refuses goes back to what it was
    if (before) show({ ...before, ...change } as Preferred)
    setBusy((count) => count + 1)
    try {
      show(await call('updateOwnPreferences', { body: change }))
    } catch (error) {
      if (before) show(before)
      tellFault(error, words)
    } finally {
      setBusy((count) => count - 1)
    }
  }
  const now = start?.preferences
  const usual = { value: 'usual', label: t('me.usual') }
  const choice = <K extends 'language' | 'theme' | 'density' | 'numerals'>(name: K, options: { value: string; label: string }[]) => (
    <Select
      label={t(`me.pref.${name}`)}
      value={now?.[name] ?? usual.value}
      data={[usual, ...options]}
      onChange={(value) => void save({ [name]: value === usual.value ? null : value } as Change)}
      allowDeselect={false}
    />
  )
  return (
    <MePage part="preferences">
      <p className="dim">{t('me.prefHint')}</p>
      <div className="prefs" data-busy={busy > 0 || undefined}>
        {choice('language', [
          { value: 'en', label: 'English' },
          { value: 'ar', label: 'العربية' },
        ])}
        {choice('theme', [
          { value: 'light', label: t('me.theme.light') },
          { value: 'dark', label: t('me.theme.dark') },
          { value: 'system', label: t('me.theme.system') },
        ])}
        {choice('density', [
          { value: 'comfortable', label: t('me.density.comfortable') },
          { value: 'compact', label: t('me.density.compact') },
        ])}
        {choice('numerals', [
          { value: 'latin', label: '123' },
          { value: 'arabic', label: '١٢٣' },
        ])}
        <Select
          label={t('me.pref.timeZone')}
          description={t('me.zoneHint')}
          placeholder={t('me.zoneUsual', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
          data={zones}
          value={now?.timeZone ?? null}
          onChange={(timeZone) => void save({ timeZone })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('me.usual') }}
          limit={60}
        />
        <Checkbox
          label={t('me.pref.shortcuts')}
          description={t('me.shortcutsHint')}
          checked={now?.shortcuts ?? true}
          onChange={(event) => void save({ shortcuts: event.currentTarget.checked })}
        />
      </div>
    </MePage>
  )
}
