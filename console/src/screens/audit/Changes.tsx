import { useI18n } from '../../i18n/i18n.tsx'
import { type Entry, shownValue } from './entry.ts'

/** Each field that was changed, with what it was and what it became. */
export function Changes({ changes }: { changes: Entry['changes'] }) {
  const { t } = useI18n()
  const fields = Object.entries(changes)
  if (fields.length === 0) return <p className="dim">{t('audit.noChanges')}</p>
  return (
    <dl className="diff">
      {fields.map(([name, { before, after }]) => (
        <div key={name}>
          <dt>
            <code dir="ltr">{name}</code>
          </dt>
          <dd>
            <Side sign="−" kind="before" value={before} />
            <Side sign="+" kind="after" value={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Side({ sign, kind, value }: { sign: string; kind: 'before' | 'after'; value: unknown }) {
  const { t } = useI18n()
  const text = shownValue(value)
  if (text === null) return null
  const Line = kind === 'before' ? 'del' : 'ins'
  return (
    <Line data-side={kind}>
      <span aria-hidden="true">{sign}</span>
      <span className="sr">{t(`audit.${kind}`)}</span>
      <bdi>{text}</bdi>
    </Line>
  )
}
