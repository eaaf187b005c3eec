import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Conflict, type ConflictView } from './Conflict.tsx'
import type { Draft } from './draft.ts'
import { Summary } from './Summary.tsx'

export interface FormProps<D extends object> extends ConflictView<D> {
  readonly form: Draft<D>
  /** Title of each field, for a conflict; a field without one is not compared. */
  readonly titles: Readonly<Partial<Record<keyof D & string, string>>>
  readonly submit: string
  /** Whether it can be saved as it was opened, as a new record can. */
  readonly isNew?: boolean
  onCancel?(): void
  readonly children: ReactNode
}

/** The fields. To ask before they are left with something in them is up to the caller: `Fields` does in the console. */
export function FormFields<D extends object>({ form, titles, lines, named, submit, isNew, onCancel, children }: FormProps<D>) {
  const { t } = useI18n()
  if (form.theirs)
    return (
      <Conflict
        mine={form.draft}
        base={form.base}
        theirs={form.theirs}
        titles={titles}
        {...(lines && { lines })}
        {...(named && { named })}
        onSettle={form.settle}
      />
    )
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
      }}
    >
      <Summary told={form.told} wait={form.wait} />
      {children}
      <div className="acts">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('act.cancel')}
          </Button>
        )}
        <Button type="submit" loading={form.isBusy} disabled={form.wait > 0 || (!isNew && !form.isChanged)}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
