import { Button, Popover, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../Icon.tsx'
import type { List } from './list.ts'
import type { Filter } from './list-filters.ts'

const waitMs = 250

/** Search and filters. What is typed is searched for when nobody types on. */
export function ListTools<R>({ list, hint, children }: { list: List<R>; hint?: string | undefined; children?: ReactNode }) {
  const { t } = useI18n()
  const { address, chips, filters, go } = list
  const searched = address.search ?? ''
  const [text, setText] = useState(searched)
  // what was searched for last; what the field itself sent is not taken back, for somebody types on
  const sent = useRef(searched)
  useEffect(() => {
    if (searched !== sent.current) setText(searched)
    sent.current = searched
  }, [searched])
  useEffect(() => {
    const search = text.trim()
    if (search === sent.current.trim()) return
    const timer = setTimeout(() => {
      sent.current = search
      go({ search: search || undefined, page: undefined })
    }, waitMs)
    return () => clearTimeout(timer)
  }, [text, go])
  return (
    <div className="tools">
      {list.isSearched && (
        <TextInput
          ref={list.field}
          className="find"
          type="search"
          aria-label={hint ?? t('list.search')}
          placeholder={hint ?? t('list.search')}
          leftSection={<Icon name="search" size={14} />}
          rightSection={
            <kbd className="not-small" dir="ltr">
              /
            </kbd>
          }
          value={text}
          maxLength={100}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {filters.length > 0 && (
        // shut by the end of a click beside it: what is typed is taken when its beginning takes the focus away
        <Popover position="bottom-start" width={250} trapFocus clickOutsideEvents={['mouseup', 'touchend']}>
          <Popover.Target>
            <Button variant="default" className="tool" leftSection={<Icon name="filter" size={15} />}>
              <span className="sr-small">{t('list.filter')}</span>
              {chips.length > 0 && <span className="badge only-small">{chips.length}</span>}
            </Button>
          </Popover.Target>
          <Popover.Dropdown className="filters">
            {filters.map((filter) => (
              <FilterChoice key={filter.key} filter={filter} list={list} />
            ))}
          </Popover.Dropdown>
        </Popover>
      )}
      <div className="chips">
        {chips.map(({ key, title, value }) => (
          <span key={key} className="chip">
            <span>{title}</span> <span>{t('list.is')}</span>{' '}
            <b>
              <bdi>{typeof value === 'string' || list.rows ? value : '…'}</bdi>
            </b>
            <button type="button" aria-label={t('list.remove', { name: title })} onClick={() => go({ [key]: undefined, page: undefined })}>
              <Icon name="close" size={12} />
            </button>
          </span>
        ))}
        {chips.length > 1 && (
          <button type="button" className="quiet-link" onClick={list.clear}>
            {t('list.clear')}
          </button>
        )}
      </div>
      {children !== undefined && (
        <>
          <span className="grow" />
          {children}
        </>
      )}
    </div>
  )
}

function FilterChoice<R>({ filter, list }: { filter: Filter; list: List<R> }) {
  const { key, title, options, field } = filter
  const value = list.address[key]
  const set = (chosen: string | undefined) => list.go({ [key]: chosen, page: undefined })
  if (!options) return field ? <div className="options">{field(value, set)}</div> : null
  return (
    <fieldset className="options">
      <legend>{title}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="option"
          aria-pressed={value === option.value}
          onClick={() => set(value === option.value ? undefined : option.value)}
        >
          {option.label}
          {value === option.value && <Icon name="check" size={14} />}
        </button>
      ))}
    </fieldset>
  )
}
