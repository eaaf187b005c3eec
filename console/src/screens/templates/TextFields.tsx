import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Draft } from '../../ui/form/draft.ts'
import { Segments } from '../../ui/Segments.tsx'
import { whenLoaded } from '../../ui/shown/when-loaded.tsx'
import type { EditorHandle, Flaw } from './Editor.tsx'
import { everyMail, hasTexts, languages, type TemplateDraft, type TextKey, type TextLanguage } from './template.ts'

const Editor = whenLoaded(() => import('./Editor.tsx'), { waiting: <div className="lines" aria-busy="true" /> })

const directions: Readonly<Record<TextLanguage, 'ltr' | 'rtl' | 'auto'>> = { base: 'auto', en: 'ltr', ar: 'rtl' }

interface Props {
  readonly form: Draft<TemplateDraft>
  readonly language: TextLanguage
  readonly isReadOnly: boolean
  readonly flaw: (Flaw & { readonly key: TextKey }) | null
  readonly variables: readonly string[]
  onLanguage(language: TextLanguage): void
}

/** The texts of one language: subject, HTML and plain text, and what can be put into them. */
export function TextFields({ form: { draft, set, faultOf }, language, isReadOnly, flaw, variables, onLanguage }: Props) {
  const { t } = useI18n()
  const [part, setPart] = useState<'Html' | 'Text'>('Html')
  const editor = useRef<EditorHandle | null>(null)
  const key: TextKey = `${language}${part}`
  const subject: TextKey = `${language}Subject`
  const path = language === 'base' ? '' : `translations.${language}.`
  const partFault = faultOf(`${path}${part === 'Html' ? 'bodyHtml' : 'bodyText'}`)
  const shownFlaw = flaw?.key === key ? flaw : null
  const isMissing = !hasTexts(draft, language)
  const copyTexts = (from: TextLanguage | null) =>
    set({
      [`${language}Subject`]: from ? draft[`${from}Subject`] : '',
      [`${language}Html`]: from ? draft[`${from}Html`] : '',
      [`${language}Text`]: from ? draft[`${from}Text`] : '',
    })
  const names = [...new Set([...variables, ...everyMail])]
  return (
    <>
      <div className="line">
        <Segments
          label={t('templates.language')}
          value={language}
          options={languages.map((value) => ({ value, label: t(`templates.in.${value}`) }))}
          onChange={onLanguage}
        />
        <span className="grow" />
        {language !== 'base' && !isMissing && !isReadOnly && (
          <button type="button" className="quiet-link" onClick={() => copyTexts(null)}>
            {t('templates.dropTranslation')}
          </button>
        )}
      </div>
      {isMissing ? (
        <div className="nothing small">
          <p>{t('templates.noTranslation')}</p>
          {!isReadOnly && (
            <Button variant="default" onClick={() => copyTexts('base')}>
              {t('templates.addTranslation')}
            </Button>
          )}
        </div>
      ) : (
        <>
          <TextInput
            label={t('templates.field.Subject')}
            // it may begin with a variable, whose name is no word of its language
            dir={directions[language]}
            value={draft[subject]}
            onChange={(event) => set({ [subject]: event.currentTarget.value })}
            error={faultOf(`${path}subject`) ?? (flaw?.key === subject ? flaw.message : undefined)}
            readOnly={isReadOnly}
            autoComplete="off"
          />
          <div>
            <div className="line">
              <Segments
                label={t('templates.part')}
                value={part}
                options={(['Html', 'Text'] as const).map((value) => ({ value, label: t(`templates.field.${value}`) }))}
                onChange={(value) => setPart(value)}
              />
              {part === 'Text' && draft[key] === '' && <small className="dim">{t('templates.textFromHtml')}</small>}
            </div>
            <div className="editor-box" data-fault={shownFlaw || partFault ? true : undefined}>
              <Editor
                key={`${key} ${isReadOnly}`}
                label={t('templates.textOf', { text: t(`templates.field.${part}`), language: t(`templates.in.${language}`) })}
                value={draft[key]}
                isHtml={part === 'Html'}
                isReadOnly={isReadOnly}
                flaw={shownFlaw}
                handle={editor}
                onChange={(value) => set({ [key]: value })}
              />
            </div>
            {(shownFlaw || partFault) && (
              <p className="mantine-InputWrapper-error" role="alert">
                {shownFlaw ? t('templates.atLine', { line: shownFlaw.line, message: shownFlaw.message }) : partFault}
              </p>
            )}
          </div>
          {!isReadOnly && (
            <fieldset className="variables">
              <legend>{t('templates.variables')}</legend>
              {names.map((name) => (
                <button
                  key={name}
                  type="button"
                  aria-label={t('templates.insert', { name })}
                  onClick={() => editor.current?.insert(`{{ ${name} }}`)}
                >
                  <code dir="ltr">{name}</code>
                </button>
              ))}
            </fieldset>
          )}
        </>
      )}
    </>
  )
}
