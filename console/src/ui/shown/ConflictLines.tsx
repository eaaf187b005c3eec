import { useI18n } from '../../i18n/i18n.tsx'
import type { ConflictTexts } from '../form/Conflict.tsx'
import { conflictOf, type DiffLine } from './line-diff.ts'

/** The lines in which both texts differ; null where none does, so that both stand beside each other. */
export function conflictLines(texts: ConflictTexts) {
  const found = conflictOf(texts)
  return found && <ConflictLines title={texts.title} {...found} />
}

type Props = { readonly title: string } & NonNullable<ReturnType<typeof conflictOf>>

/** A text of several lines that somebody else saved first: the lines in which what is typed differs from what is stored now. */
function ConflictLines({ title, isMine, hunks, skipped, left }: Props) {
  const { t } = useI18n()
  const [taken, added] = isMine ? [t('form.theirs'), t('form.mine')] : [t('diff.before'), t('form.theirs')]
  return (
    <figure className="line-diff">
      <figcaption>
        <b>{title}</b>
        <small>− {taken}</small>
        <small>+ {added}</small>
        {!isMine && <small>{t('form.unchanged')}</small>}
      </figcaption>
      {hunks.map((hunk, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are the same twice, and never move
        <div key={place}>
          <Same count={hunk.skipped} />
          {hunk.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Line key={at} {...line} said={line.mark === 'taken' ? taken : added} />
          ))}
        </div>
      ))}
      <Same count={skipped} />
      {left > 0 && <small>{t('diff.left', { count: left })}</small>}
    </figure>
  )
}

function Same({ count }: { count: number }) {
  const { t } = useI18n()
  return count > 0 && <small>{t('diff.same', { count })}</small>
}

/** @param said whose it is, for who does not see the sign */
function Line({ mark, text, said }: DiffLine & { said: string }) {
  const Tag = mark === 'same' ? 'p' : mark === 'taken' ? 'del' : 'ins'
  return (
    <Tag>
      <span aria-hidden="true">{mark === 'same' ? '' : mark === 'taken' ? '−' : '+'}</span>
      {mark !== 'same' && <span className="sr">{said}</span>}
      <bdi>{text}</bdi>
    </Tag>
  )
}
