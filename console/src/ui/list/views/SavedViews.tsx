import { ActionIcon, Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useI18n } from '../../../i18n/i18n.tsx'
import { Icon } from '../../Icon.tsx'
import { mostLetters, type View, viewName } from './kept-views.ts'
import type { KeptViews } from './use-kept-views.ts'

interface Props {
  readonly kept: KeptViews
  /** What is shown now. */
  readonly query: string
  onChoose(query: string): void
}

/** The views of a list, each chosen, renamed and deleted, and what is shown kept as another. */
export function SavedViews({ kept, query, onChoose }: Props) {
  const { t } = useI18n()
  const { views, full } = kept
  const [renamed, setRenamed] = useState<string | null>(null)
  const box = useRef<HTMLFieldSetElement>(null)
  const isTaken = (name: string) => views.some((one) => one.name === name)
  /** What had the focus is gone. */
  const land = () => box.current?.closest<HTMLElement>('[role=dialog]')?.focus()
  const rename = (view: View, name: string) => {
    if (name !== view.name) kept.rename(view, name)
    setRenamed(null)
    land()
  }
  return (
    <fieldset className="options views" ref={box}>
      <legend>{t('views.saved')}</legend>
      {views.length === 0 && <p className="dim">{t('views.none')}</p>}
      <ul>
        {views.map((view) =>
          view.name === renamed ? (
            <li key={view.name}>
              <NameForm
                label={t('views.name')}
                start={view.name}
                submit={() => t('act.save')}
                faultOf={(name) => (name !== view.name && isTaken(name) ? t('views.taken') : null)}
                onSubmit={(name) => rename(view, name)}
              />
            </li>
          ) : (
            <li key={view.name}>
              <button type="button" className="option" aria-pressed={view.query === query} onClick={() => onChoose(view.query)}>
                <span className="cut" dir="auto">
                  {view.name}
                </span>
                {view.query === query && <Icon name="check" size={14} />}
              </button>
              <ActionIcon size={28} aria-label={t('views.rename', { name: view.name })} onClick={() => setRenamed(view.name)}>
                <Icon name="pencil" size={13} />
              </ActionIcon>
              <ActionIcon
                size={28}
                aria-label={t('views.delete', { name: view.name })}
                onClick={() => {
                  kept.remove(view)
                  land()
                }}
              >
                <Icon name="bin" size={13} />
              </ActionIcon>
            </li>
          ),
        )}
      </ul>
      <NameForm
        label={t('views.new')}
        start=""
        submit={(name) => t(isTaken(name) ? 'views.replace' : 'act.save')}
        faultOf={(name) => (full !== null && !isTaken(name) ? t('views.full', { count: full }) : null)}
        onSubmit={(name) => kept.save({ name, query })}
      />
    </fieldset>
  )
}

interface NameProps {
  readonly label: string
  readonly start: string
  submit(name: string): string
  /** Why this can't be its name. */
  faultOf(name: string): string | null
  onSubmit(name: string): void
}

/** A name, and the button that takes it. One that renames has the focus as soon as it is there. */
function NameForm({ label, start, submit, faultOf, onSubmit }: NameProps) {
  const [text, setText] = useState(start)
  const field = useRef<HTMLInputElement>(null)
  const name = viewName(text)
  const fault = name === '' ? null : faultOf(name)
  const onForm = (event: FormEvent) => {
    event.preventDefault()
    if (name === '' || fault !== null) return
    // its button can't be pressed again at once, and would take the focus with it
    field.current?.focus()
    onSubmit(name)
    setText('')
  }
  return (
    <form onSubmit={onForm}>
      <TextInput
        ref={field}
        label={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={fault}
        maxLength={mostLetters}
        dir="auto"
        autoComplete="off"
        autoFocus={start !== ''}
      />
      <Button type="submit" variant="default" disabled={name === '' || fault !== null}>
        {submit(name)}
      </Button>
    </form>
  )
}
