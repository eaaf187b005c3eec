import { NumberInput, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { type I18n, useI18n } from '../../i18n/i18n.tsx'
import { oneOf } from '../../ui/address.ts'
import { Icon } from '../../ui/Icon.tsx'
import { isQuota, type Kind, type SettingName, type Settings, type Value, without } from './settings.ts'

interface Props {
  readonly name: SettingName
  readonly title: string
  readonly kind: Kind
  readonly read: Settings
  readonly value: Value
  readonly fault: string | undefined
  /** Why it can't be changed here; undefined where it can. */
  readonly locked: string | undefined
  readonly more?: ReactNode
  onChange(value: Value): void
}

const mega = 1024 ** 2
/** So many decimals of a megabyte are shown, and can be typed: each of them stands for bytes of its own. */
const decimals = 3
const megabytesOf = (bytes: number): number => Number((bytes / mega).toFixed(decimals))

const modes = ['Multiple', 'Single', 'Disabled'] as const

/** One setting: its own value or none, where what holds comes from, and a way back to what is inherited. */
export function SettingField({ name, title, kind, read, value, fault, locked, more, onChange }: Props) {
  const { t, number } = useI18n()
  const shown = (one: Value | undefined): string => {
    if (one === undefined) return t('tenants.unknown')
    if (isQuota(name) && !one) return t('tenants.unlimited')
    if (one === null) return t('fact.unset')
    if (typeof one === 'boolean') return t(one ? 'fact.on' : 'fact.off')
    if (typeof one === 'number')
      return kind === 'megabytes' ? number(one / mega) : one <= 0 && kind === 'days' ? t('fact.never') : number(one)
    if (kind === 'mode') return t(`tenants.mode.${oneOf(modes, one) ?? 'Multiple'}`)
    return kind === 'language' ? t(one === 'ar' ? 'tenants.language.ar' : 'tenants.language.en') : one
  }
  const fallback = shown(isQuota(name) ? null : without(read, name))
  const from = read.inheritedFrom[name]
  const source = read.sources[name]
  const origin =
    value !== null
      ? t('tenants.own')
      : isQuota(name)
        ? t('tenants.unlimited')
        : source === 'inherited'
          ? from
            ? t('tenants.from', { name: from })
            : t('tenants.fromAbove')
          : source === 'default'
            ? t('tenants.default')
            : t('tenants.fromAbove')
  /** What is no number, as a sign alone, goes as it was typed: the service says what is wrong. */
  const numberIn = (typed: string | number): Value => {
    if (typed === '') return null
    const given = Number(typed)
    if (Number.isNaN(given)) return typed
    return kind === 'megabytes' ? Math.round(given * mega) : given
  }
  const numberShown =
    typeof value === 'boolean' || value === null ? '' : kind === 'megabytes' && typeof value === 'number' ? megabytesOf(value) : value
  const choices = choicesOf(kind, t)
  const common = { 'aria-label': title, error: fault, disabled: locked !== undefined, 'aria-describedby': `origin-${name}` }
  return (
    <div className="own-setting" data-own={value !== null || undefined} data-setting={name}>
      <div>
        <b>{title}</b>
        {more}
        {locked && (
          <small className="matrix-why">
            <Icon name="locked" size={12} />
            {locked}
          </small>
        )}
      </div>
      <div className="setting-value">
        {choices ? (
          <Select
            {...common}
            allowDeselect={false}
            data={[{ value: '', label: t('tenants.inherits', { value: fallback }) }, ...choices]}
            value={value === null ? '' : String(value)}
            onChange={(next) => onChange(!next ? null : kind === 'switch' ? next === 'true' : next)}
            comboboxProps={{ withinPortal: true, shadow: 'md' }}
          />
        ) : kind === 'address' ? (
          <TextInput
            {...common}
            type="url"
            dir="ltr"
            value={typeof value === 'string' ? value : ''}
            placeholder={fallback}
            onChange={(event) => onChange(event.currentTarget.value || null)}
          />
        ) : (
          <NumberInput
            {...common}
            dir="ltr"
            value={numberShown}
            placeholder={fallback}
            allowDecimal={kind === 'megabytes'}
            decimalScale={decimals}
            hideControls
            suffix={kind === 'megabytes' ? ' MB' : ''}
            onChange={(next) => onChange(numberIn(next))}
          />
        )}
        <span className="setting-origin" id={`origin-${name}`}>
          <bdi>{origin}</bdi>
          {value !== null && locked === undefined && (
            <button type="button" className="quiet-link" onClick={() => onChange(null)}>
              {isQuota(name) ? t('tenants.lift') : t('tenants.reset', { value: fallback })}
            </button>
          )}
        </span>
      </div>
    </div>
  )
}

/** Undefined where it is not one of a few. */
function choicesOf(kind: Kind, t: I18n['t']): { value: string; label: string }[] | undefined {
  if (kind === 'mode') return modes.map((value) => ({ value, label: t(`tenants.mode.${value}`) }))
  if (kind === 'language') return (['en', 'ar'] as const).map((value) => ({ value, label: t(`tenants.language.${value}`) }))
  if (kind !== 'switch') return undefined
  return [
    { value: 'true', label: t('fact.on') },
    { value: 'false', label: t('fact.off') },
  ]
}
