import { Checkbox, Select } from '@mantine/core'
import type { Input, Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { languages } from '../../i18n/languages.ts'
import { textsOf } from '../../i18n/texts.ts'
import { tellFault } from '../toasts.tsx'

export type Preferred = Reply<'getOwnUserPreferences'>
export type PreferenceChange = NonNullable<Input<'updateOwnUserPreferences'>['body']>
type Chosen = 'language' | 'theme' | 'density' | 'numerals'

interface Props {
  /** Undefined until they are there. */
  readonly now: Preferred | undefined
  /** Whether these pages have rows and keys: the console has, the pages of end users have not. */
  readonly hasLists: boolean
  /** Keeps a change, and shows it at once. */
  keep(change: PreferenceChange): Promise<unknown>
}

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** One that was chosen in another browser may have another name there. */
const zonesWith = (present: string | null | undefined): string[] => (present && !zones.includes(present) ? [present, ...zones] : zones)

/** What somebody likes, one field each; what was never chosen is the usual. */
export function PreferenceFields({ now, hasLists, keep }: Props) {
  const { t } = useI18n()
  const save = async (change: PreferenceChange) => {
    try {
      // a language that can't be loaded is kept by nobody
      if (change.language) await textsOf(change.language)
      await keep(change)
    } catch (error) {
      tellFault(error)
    }
  }
  const usual = { value: 'usual', label: t('me.usual') }
  const choice = (name: Chosen, options: readonly { value: string; label: string }[]) => (
    <Select
      label={t(`me.pref.${name}`)}
      value={now?.[name] ?? usual.value}
      data={[usual, ...options]}
      onChange={(value) => void save({ [name]: value === usual.value ? null : value } as PreferenceChange)}
      allowDeselect={false}
    />
  )
  return (
    <div className="prefs">
      {choice('language', languages)}
      {choice('theme', [
        { value: 'light', label: t('me.theme.light') },
        { value: 'dark', label: t('me.theme.dark') },
        { value: 'system', label: t('me.theme.system') },
      ])}
      {hasLists &&
        choice('density', [
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
        data={zonesWith(now?.timeZone)}
        value={now?.timeZone ?? null}
        onChange={(timeZone) => void save({ timeZone })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('me.usual') }}
        limit={60}
      />
      {hasLists && (
        <Checkbox
          label={t('me.pref.shortcuts')}
          description={t('me.shortcutsHint')}
          checked={now?.shortcuts ?? true}
          onChange={(event) => void save({ shortcuts: event.currentTarget.checked })}
        />
      )}
    </div>
  )
}
