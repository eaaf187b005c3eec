import { type ReactNode, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../Failed.tsx'
import { Note } from '../Note.tsx'
import { Segments } from '../Segments.tsx'
import { MailPreview } from './MailPreview.tsx'

export interface Preview {
  readonly shown:
    | { readonly subject: string; readonly html: string; readonly text: string; readonly missingVariables: readonly string[] }
    | undefined
  /** Where the text is wrong by now. */
  readonly flaw: { readonly line: number } | null
  readonly error: unknown
  retry(): void
}

interface Props {
  readonly preview: Preview
  /** Above the mail: who is to read it. */
  readonly children?: ReactNode
}

const views = ['wide', 'phone', 'text'] as const
const grounds = ['light', 'dark'] as const

/** The mail as its reader gets it: wide or on a phone, light or dark, or as plain text. The last one that could be made stays. */
export function PreviewPane({ preview: { shown, flaw, error, retry }, children }: Props) {
  const { t, list } = useI18n()
  const [view, setView] = useState<(typeof views)[number]>('wide')
  const [ground, setGround] = useState<(typeof grounds)[number]>('light')
  return (
    <section className="preview-pane" aria-label={t('preview.title')}>
      {children}
      <div className="line">
        <Segments
          label={t('preview.view')}
          value={view}
          options={views.map((value) => ({ value, label: t(`preview.view.${value}`) }))}
          onChange={(value) => setView(value)}
        />
        <span className="grow" />
        {view !== 'text' && (
          <Segments
            label={t('preview.ground')}
            value={ground}
            options={grounds.map((value) => ({ value, label: t(`preview.ground.${value}`) }))}
            onChange={(value) => setGround(value)}
          />
        )}
      </div>
      {flaw && <Note tone="amber">{t('preview.stale', { line: flaw.line })}</Note>}
      {!shown && error !== null && !flaw && <Failed error={error} onRetry={retry} />}
      {shown && (
        <>
          <p className="preview-subject" dir="auto">
            {shown.subject || <span className="off">{t('preview.noSubject')}</span>}
          </p>
          {view === 'text' ? (
            <pre className="preview-text" dir="auto">
              {shown.text}
            </pre>
          ) : (
            <MailPreview html={shown.html} label={t('preview.title')} isDark={ground === 'dark'} isNarrow={view === 'phone'} />
          )}
          {shown.missingVariables.length > 0 && (
            <small className="dim">
              {t('preview.filled')} <bdi>{list(shown.missingVariables)}</bdi>
            </small>
          )}
        </>
      )}
      {!shown && error === null && <div className="lines" aria-busy="true" />}
    </section>
  )
}
