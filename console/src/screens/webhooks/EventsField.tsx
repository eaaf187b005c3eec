import { Checkbox, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Example } from './Example.tsx'
import { categoriesOf } from './events.ts'
import { useEventTypes } from './use-event-types.ts'
import type { EventType } from './webhook.ts'

interface Props {
  readonly value: readonly string[]
  readonly error: ReactNode
  onChange(events: readonly string[]): void
}

const isWildcard = (name: string) => name === '*' || name.endsWith('.*')

/** Events by category, each with an example of what comes; wildcards stand above them, for what there will be one day too. */
export function EventsField({ value, error, onChange }: Props) {
  const { t } = useI18n()
  const query = useEventTypes()
  const [text, setText] = useState('')
  const [shown, setShown] = useState<string | null>(null)
  const chosen = new Set(value)
  const set = (names: readonly string[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const name of names) isOn ? next.add(name) : next.delete(name)
    onChange([...next])
  }
  const isAll = chosen.has('*')
  const wildcards = value.filter((name) => isWildcard(name) && name !== '*')
  const covers = ({ name, inWildcard }: EventType) =>
    inWildcard && (isAll || wildcards.some((wildcard) => name.startsWith(wildcard.slice(0, -1))))
  return (
    <fieldset className="events-field">
      <legend>{t('webhooks.eventsOf')}</legend>
      <Checkbox
        label={t('webhooks.allEvents')}
        description={t('webhooks.allEventsHint')}
        checked={isAll}
        onChange={(event) => set(['*'], event.currentTarget.checked)}
      />
      {wildcards.map((name) => (
        <Checkbox key={name} label={<code dir="ltr">{name}</code>} checked onChange={() => set([name], false)} />
      ))}
      <TextInput
        type="search"
        aria-label={t('webhooks.findEvent')}
        placeholder={t('webhooks.findEvent')}
        leftSection={<Icon name="search" size={14} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {query.isError && !query.data && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.isError && <div className="lines" aria-busy="true" />}
      <div className="events-list">
        {categoriesOf(query.data ?? [], text).map(({ name, types }) => {
          const names = types.filter((type) => !covers(type)).map((type) => type.name)
          const picked = names.filter((one) => chosen.has(one)).length
          return (
            <fieldset key={name}>
              <legend className="sr">{name}</legend>
              <Checkbox
                className="events-category"
                label={<bdi>{name}</bdi>}
                checked={picked === names.length}
                indeterminate={picked > 0 && picked < names.length}
                disabled={names.length === 0}
                onChange={(event) => set(names, event.currentTarget.checked)}
              />
              {types.map((type) => (
                <div key={type.name} className="event-row">
                  <Checkbox
                    label={<code dir="ltr">{type.name}</code>}
                    description={type.title}
                    checked={covers(type) || chosen.has(type.name)}
                    disabled={covers(type)}
                    onChange={(event) => set([type.name], event.currentTarget.checked)}
                  />
                  <button
                    type="button"
                    className="quiet-link"
                    aria-expanded={shown === type.name}
                    aria-label={t('webhooks.exampleOf', { name: type.name })}
                    onClick={() => setShown(shown === type.name ? null : type.name)}
                  >
                    {t('webhooks.example')}
                  </button>
                  {shown === type.name && <Example type={type} />}
                </div>
              ))}
            </fieldset>
          )
        })}
      </div>
      {error && <p className="mantine-InputWrapper-error">{error}</p>}
    </fieldset>
  )
}
