import { Button } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Note } from '../Note.tsx'

/** A field as it was read, as it was typed and as it is stored now. */
export interface ConflictTexts {
  readonly title: string
  readonly base: string
  readonly mine: string
  readonly theirs: string
}

export interface ConflictView<D extends object> {
  /** Shows a text line by line; a field that it shows nothing for stands with both values beside each other. */
  lines?(name: keyof D & string, texts: ConflictTexts): ReactNode
  /** What people call the value of a field, where it is known by an id. */
  named?(name: keyof D & string, of: D): string | undefined
}

interface Props<D extends object> extends ConflictView<D> {
  readonly mine: D
  /** What was read when the form was opened. */
  readonly base: D
  readonly theirs: D
  readonly titles: Readonly<Partial<Record<keyof D & string, string>>>
  onSettle(keep: 'mine' | 'theirs'): void
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value))

/** Somebody else saved first: both values beside each other. Mine are what was changed here; all else is theirs either way. */
export function Conflict<D extends object>({ mine, base, theirs, titles, lines, named, onSettle }: Props<D>) {
  const { t } = useI18n()
  const isOther = (one: D, name: keyof D) => textOf(one[name]) !== textOf(base[name])
  const shown = (of: D, name: keyof D & string) => {
    const value = of[name]
    if (typeof value === 'boolean') return t(value ? 'fact.on' : 'fact.off')
    return named?.(name, of) ?? (textOf(value) || t('fact.unset'))
  }
  const all = (Object.keys(titles) as (keyof D & string)[])
    .filter((name) => isOther(mine, name) || isOther(theirs, name))
    .map((name) => {
      const texts = { title: titles[name] ?? '', base: textOf(base[name]), mine: textOf(mine[name]), theirs: textOf(theirs[name]) }
      return { name, byLine: lines?.(name, texts) }
    })
  const rows = all.filter(({ byLine }) => !byLine)
  return (
    <div className="stack">
      <Note tone="amber">{t('form.conflict')}</Note>
      {rows.length > 0 && (
        <table className="compare">
          <thead>
            <tr>
              <th scope="col">{t('form.field')}</th>
              <th scope="col">{t('form.mine')}</th>
              <th scope="col">{t('form.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name }) => (
              <tr key={name}>
                <th scope="row">{titles[name]}</th>
                <td dir="auto">{isOther(mine, name) ? shown(mine, name) : t('form.unchanged')}</td>
                <td dir="auto">{shown(theirs, name)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {all.map(({ name, byLine }) => byLine && <Fragment key={name}>{byLine}</Fragment>)}
      <div className="acts">
        <Button variant="default" onClick={() => onSettle('theirs')} data-autofocus>
          {t('form.takeTheirs')}
        </Button>
        <Button onClick={() => onSettle('mine')}>{t('form.keepMine')}</Button>
      </div>
    </div>
  )
}
