import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Note } from '../../ui/Note.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { MailPreview } from '../../ui/shown/MailPreview.tsx'
import type { Preview } from './use-preview.ts'

const views = ['wide', 'phone', 'text'] as const
const grounds = ['light', 'dark'] as const

/** The mail as its reader gets it: wide or on a phone, light or dark, or as plain text. The last one that could be made stays. */
export function PreviewPane({ preview: { shown, flaw, error, retry } }: { preview: Preview }) {
  const { t, list } = useI18n()
  const [view, setView] = useState<(typeof views)[number]>('wide')
  const [ground, setGround] = useState<(typeof grounds)[number]>('light')
  return (
    <section className="preview-pane" aria-label={t('templates.preview')}>
      <div className="line">
        <Segments
          label={t('templates.view')}
          value={view}
          options={views.map((value) => ({ value, label: t(`templates.view.${value}`) }))}
          onChange={(value) => setView(value)}
        />
        <span className="grow" />
        {view !== 'text' && (
          <Segments
            label={t('templates.ground')}
            value={ground}
            options={grounds.map((value) => ({ value, label: t(`templates.ground.${value}`) }))}
            onChange={(value) => setGround(value)}
          />
        )}
      </div>
      {flaw && <Note tone="amber">{t('templates.stale', { line: flaw.line })}</Note>}
      {!shown && error !== null && !flaw && <Failed error={error} onRetry={retry} />}
      {shown && (
        <>
          <p className="preview-subject" dir="auto">
            {shown.subject || <span className="off">{t('templates.noSubject')}</span>}
          </p>
          {view === 'text' ? (
            <pre className="preview-text" dir="auto">
              {shown.text}
            </pre>
          ) : (
            <MailPreview html={shown.html} label={t('templates.preview')} isDark={ground === 'dark'} isNarrow={view === 'phone'} />
          )}
          {shown.missingVariables.length > 0 && (
            <small className="dim">
              {t('templates.filled')} <bdi>{list(shown.missingVariables)}</bdi>
            </small>
          )}
        </>
      )}
      {!shown && error === null && <div className="lines" aria-busy="true" />}
    </section>
  )
}
