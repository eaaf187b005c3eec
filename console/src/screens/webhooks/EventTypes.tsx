import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PageHead } from '../../ui/title.tsx'
import { Example } from './Example.tsx'
import { categoriesOf } from './events.ts'
import { useEventTypes } from './use-event-types.ts'
import type { EventType } from './webhook.ts'

/** `/webhooks/events`: every event with what it means and what comes. */
export default function EventTypes() {
  const { t, number } = useI18n()
  const query = useEventTypes()
  const [text, setText] = useState('')
  const categories = categoriesOf(query.data ?? [], text)
  return (
    <div className="page record">
      <PageHead title={t('webhooks.events')} count={query.data?.length}>
        <Link to="/webhooks" className="quiet-link">
          {t('nav.webhooks')}
        </Link>
      </PageHead>
      <div className="tools">
        <TextInput
          type="search"
          className="find"
          aria-label={t('webhooks.findEvent')}
          placeholder={t('webhooks.findEvent')}
          leftSection={<Icon name="search" size={14} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <div className="catalogue">
        {query.isError && !query.data && <Failed error={query.error} onRetry={() => void query.refetch()} />}
        {!query.data && !query.isError && <div className="lines" aria-busy="true" />}
        {query.data && categories.length === 0 && (
          <div className="nothing">
            <h2>{t('list.empty')}</h2>
            <p>{t('list.emptyHint')}</p>
          </div>
        )}
        {categories.map(({ name, types }) => (
          <section key={name}>
            <h2>
              <bdi>{name}</bdi> <span className="dim">{number(types.length)}</span>
            </h2>
            {types.map((type) => (
              <Entry key={type.name} type={type} />
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

function Entry({ type }: { type: EventType }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="catalogue-entry">
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
        <code dir="ltr">{type.name}</code>
        <span className="dim">{type.title}</span>
      </button>
      {isOpen && (
        <div className="catalogue-more">
          <p dir="auto">{type.description}</p>
          {type.pairOf && <p className="dim">{t('webhooks.pairOf', { name: type.pairOf })}</p>}
          {!type.inWildcard && <p className="dim">{t('webhooks.notInWildcard')}</p>}
          <Example type={type} />
        </div>
      )}
    </div>
  )
}
