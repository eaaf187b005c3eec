import { Modal } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { ask } from '../api/client.ts'
import type { Start } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { isMatch } from '../i18n/matching.ts'
import { useLater } from '../ui/form/use-later.ts'
import { isComposing } from '../ui/form/use-marked.ts'
import { Icon } from '../ui/Icon.tsx'
import { FaultOf } from '../ui/Note.tsx'
import { useWithin } from '../ui/within.ts'
import { foundGroups, type Group, matching, screenGroup } from './palette-entries.ts'
import { useActGroup } from './use-acts.ts'

const waitMs = 100
/** What the service looks for at least. */
const least = 2

/** Goes to a screen or a record, or does what can be done from anywhere, by a few letters. */
export default function Palette({ start, onClose, onKeys }: { start: Pick<Start, 'can' | 'keptFrom'>; onClose(): void; onKeys(): void }) {
  const { t } = useI18n()
  const within = useWithin()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  // by its id: an answer puts others at its place
  const [marked, setMarked] = useState<string | null>(null)
  const wanted = text.trim()
  const q = useLater(wanted, waitMs)
  const isAsked = q.length >= least && wanted.length >= least
  const query = useQuery({
    ...ask('listFoundRecords', { query: { q, ...(within && { within }) } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const go = (to: string, search: object = {}) => void navigate({ to, search } as never)
  const own = matching([screenGroup(start.can, t, go), useActGroup(start, go, onKeys)], wanted)
  const found = query.data?.items ?? []
  // the answer to what was typed before: of it only what fits
  const isOld = q !== wanted || query.isPlaceholderData
  const fitting = isOld ? found.filter(({ title, subtitle }) => isMatch(`${title} ${subtitle ?? ''}`, wanted)) : found
  const groups: Group[] = [...own, ...(isAsked ? foundGroups(fitting, t, go) : [])]
  const entries = groups.flatMap((group) => group.entries)
  const chosen = marked === null ? entries[0] : entries.find(({ id }) => id === marked)
  const isSearching = wanted.length >= least && (query.isFetching || q !== wanted)
  useEffect(() => {
    if (chosen) document.getElementById(`palette-${chosen.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const run = (entry = chosen) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setMarked(entries.at((chosen ? entries.indexOf(chosen) + step : 0) % entries.length)?.id ?? null)
    else if (event.key === 'Enter') run()
    else return
    event.preventDefault()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      size={580}
      padding={0}
      zIndex={450}
      className="palette"
      title={<span className="sr">{t('palette.label')}</span>}
    >
      <div className="palette-field">
        <Icon name="search" size={17} />
        <input
          data-autofocus
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-label={t('palette.label')}
          aria-activedescendant={chosen && `palette-${chosen.id}`}
          placeholder={t('palette.hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setMarked(null)
          }}
          onKeyDown={onKey}
        />
        <kbd>Esc</kbd>
      </div>
      <div id="palette-list" role="listbox" aria-label={t('palette.label')} className="palette-list">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a list of options is no set of fields
          <div key={group.id} role="group" aria-labelledby={`palette-group-${group.id}`}>
            <div id={`palette-group-${group.id}`} className="palette-title">
              {group.title}
            </div>
            {group.entries.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the field
              // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
              <div
                key={entry.id}
                id={`palette-${entry.id}`}
                role="option"
                aria-selected={entry === chosen}
                className="palette-entry"
                onMouseMove={() => entry !== chosen && setMarked(entry.id)}
                onClick={() => run(entry)}
              >
                <Icon name={entry.icon} size={16} />
                <bdi className="palette-name">{entry.title}</bdi>
                {entry.sub && <bdi className="palette-sub">{entry.sub}</bdi>}
                {entry.hint && (
                  <span className="palette-keys" dir="ltr" aria-hidden="true">
                    {entry.hint.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className="palette-foot" role="status">
        {isAsked && query.error ? (
          <FaultOf error={query.error} />
        ) : isSearching ? (
          t('palette.searching')
        ) : entries.length === 0 ? (
          t('palette.none')
        ) : wanted.length < least ? (
          t('palette.more')
        ) : (
          t('palette.count', { count: entries.length })
        )}
      </div>
    </Modal>
  )
}
