import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useI18n } from '../../../i18n/i18n.tsx'
import { Note } from '../../../ui/Note.tsx'
import { ColourField } from './ColourField.tsx'
import { JsonField } from './JsonField.tsx'
import { hasBadColour, takesWords, type WordKey, withWord, wordIn, wordKeys } from './login-words.ts'

interface Props {
  /** `loginBrandingJson` of the tenant itself; null is inherited, as a whole. */
  readonly own: string | null
  readonly inherited: string | null
  /** What is said where it says nothing. */
  readonly usual: Readonly<Partial<Record<WordKey, string>>>
  readonly fault: string | undefined
  readonly mayChange: boolean
  onChange(value: string | null): void
}

const texts = wordKeys.filter((key) => key !== 'dark.primaryColor')

/** Words for one language and the colour of the dark theme, which stand in a text of JSON; the rest of that is kept, and shown to whoever wants it. */
export function SignInWords({ own, inherited, usual, fault, mayChange, onChange }: Props) {
  const { t } = useI18n()
  const box = useRef<HTMLDetailsElement>(null)
  const isPlace = takesWords(own)
  useEffect(() => {
    if (fault !== undefined && box.current) box.current.open = true
  }, [fault])
  const field = (key: WordKey) => ({
    label: t(`tenants.words.${key}`),
    disabled: !mayChange || !isPlace,
    value: wordIn(own, key),
    placeholder: (own === null && wordIn(inherited, key)) || usual[key] || '',
  })
  const set = (key: WordKey, value: string) => {
    // the first word of its own takes along what it has inherited
    const next = withWord(own ?? (takesWords(inherited) ? inherited : null), key, value)
    // nothing of its own is not what is inherited
    onChange(next === null && own !== null && inherited !== null ? '{}' : next)
  }
  const colour = field('dark.primaryColor')
  return (
    <fieldset className="form-part">
      <legend>{t('tenants.words')}</legend>
      <p className="dim">{t('tenants.wordsHint')}</p>
      {!isPlace && <Note tone="amber">{t('tenants.wordsNoPlace')}</Note>}
      <div className="two-columns">
        {texts.map((key) => (
          <TextInput
            key={key}
            {...field(key)}
            dir="auto"
            maxLength={200}
            autoComplete="off"
            onChange={(event) => set(key, event.currentTarget.value)}
          />
        ))}
        <ColourField
          {...colour}
          pick={t('tenants.pick', { name: colour.label })}
          error={hasBadColour(own) ? t('tenants.wordsColour') : undefined}
          onChange={(value) => set('dark.primaryColor', value ?? '')}
        />
      </div>
      <details className="as-json" ref={box}>
        <summary>{t('tenants.asJson')}</summary>
        <JsonField
          label={t('tenants.brand.loginBrandingJson')}
          description={t('tenants.asJsonHint')}
          value={own}
          placeholder={inherited ?? ''}
          fault={fault}
          isReadOnly={!mayChange}
          onChange={onChange}
        />
      </details>
    </fieldset>
  )
}
