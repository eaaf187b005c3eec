import { ActionIcon, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Key } from '../../i18n/en.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { languages } from '../../i18n/languages.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Kind, Part } from './fields.ts'
import { isSecret, type Value } from './values.ts'

interface Props {
  readonly part: Part
  readonly name: string
  readonly kind: Kind
  readonly value: Value
  readonly source: 'default' | 'environment' | 'database'
  readonly isSecretSet: boolean
  readonly error: string | undefined
  readonly isReadOnly: boolean
  /** Whether it is the SuperAdmin's alone, and the caller another. */
  readonly isRefused: boolean
  onChange(value: Value): void
}

/** One setting: its value, where it comes from, and the way back to the default. */
export function SettingField(p: Props) {
  const { t } = useI18n()
  const { part, name, value, source, error, onChange } = p
  const label = t(`settings.${part}.${name}` as Key)
  const isOff = p.isReadOnly || p.isRefused || source === 'environment'
  const why = source === 'environment' ? t('settings.locked') : p.isRefused ? t('settings.superAdminOnly') : undefined
  return (
    <div className="setting" data-source={source}>
      <div className="setting-field">
        <Input {...p} label={label} isOff={isOff} error={error} description={why} />
      </div>
      <div className="setting-source">
        <span className="source" data-source={source}>
          {source === 'environment' && <Icon name="locked" size={12} />}
          {t(value === undefined ? 'settings.source.default' : `settings.source.${source}`)}
        </span>
        {source === 'database' && !isOff && value !== undefined && (
          <ActionIcon size={24} aria-label={t('settings.toDefault', { name: label })} onClick={() => onChange(undefined)}>
            <Icon name="reset" size={13} />
          </ActionIcon>
        )}
      </div>
    </div>
  )
}

/** A language has a name; every other choice is a word of the settings themselves, as the documents write it. */
const named = (choice: string) => languages.find(({ value }) => value === choice) ?? choice

interface InputProps extends Props {
  readonly label: string
  readonly isOff: boolean
  readonly description: ReactNode
}

function Input({ kind, value, label, isOff, error, description, isSecretSet, onChange }: InputProps) {
  const { t } = useI18n()
  const shared = { label, description, error, disabled: isOff }
  const text = typeof value === 'string' ? value : ''
  if (kind === 'switch') return <Switch {...shared} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
  if (kind === 'number')
    return <TextInput {...shared} value={text} onChange={(event) => onChange(event.currentTarget.value)} inputMode="numeric" dir="ltr" />
  if (typeof kind === 'object')
    return (
      <Select
        {...shared}
        data={kind.map(named)}
        value={text}
        allowDeselect={false}
        onChange={(chosen) => onChange(chosen ?? '')}
        dir="ltr"
      />
    )
  if (kind === 'budget') return <BudgetInput {...shared} text={text} onChange={onChange} />
  const typed = { value: text, dir: 'ltr' as const, autoComplete: 'off', spellCheck: false }
  const hint =
    isSecret(kind) && isSecretSet
      ? (description ?? t('settings.isSet'))
      : kind === 'lines' || kind === 'numbers'
        ? (description ?? t('settings.oneALine'))
        : description
  if (kind === 'secret')
    return (
      <PasswordInput
        {...shared}
        {...typed}
        description={hint}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('act.show') }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (kind === 'text') return <TextInput {...shared} {...typed} onChange={(event) => onChange(event.currentTarget.value)} />
  return (
    <Textarea
      {...shared}
      {...typed}
      description={hint}
      autosize
      minRows={2}
      maxRows={8}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface BudgetProps {
  readonly label: string
  readonly description: ReactNode
  readonly error: ReactNode
  readonly disabled: boolean
  readonly text: string
  onChange(value: string): void
}

/** So many requests in so many seconds. */
function BudgetInput({ label, description, error, disabled, text, onChange }: BudgetProps) {
  const { t } = useI18n()
  const [limit = '', seconds = ''] = text.split('/')
  const field = (name: 'requests' | 'seconds', value: string, join: (typed: string) => string) => (
    <TextInput
      aria-label={`${label}: ${t(`settings.${name}`)}`}
      description={t(`settings.${name}`)}
      value={value}
      disabled={disabled}
      inputMode="numeric"
      dir="ltr"
      onChange={(event) => onChange(join(event.currentTarget.value))}
    />
  )
  return (
    <fieldset className="budget">
      <legend>{label}</legend>
      {description && <p className="dim">{description}</p>}
      <div className="two-columns">
        {field('requests', limit, (typed) => `${typed}/${seconds}`)}
        {field('seconds', seconds, (typed) => `${limit}/${typed}`)}
      </div>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
