import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { isMatch } from '../../i18n/matching.ts'
import { useTold } from '../fault.ts'
import { Fault } from '../Note.tsx'
import { useLater } from './use-later.ts'
import { useMarked } from './use-marked.ts'

export interface Choice {
  readonly value: string
  readonly label: string
}

/** What each select of records is given, whatever they are. */
export interface SelectProps {
  readonly label: string
  readonly description?: string
  readonly value: string | null
  readonly error?: ReactNode
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  /** Whether each choice is taken up at once, and the field is empty again for the next. */
  readonly isAdder?: boolean
  /** Whether it has the focus when the dialog that it is in opens. */
  readonly isFirst?: boolean
  /** Whether it has the focus as soon as it is there: a button was pressed for it, which it stands in the place of. */
  readonly isOpened?: boolean
  /** Whether it stands in a popover, which a click on a choice drawn outside of it would close before anything is chosen. */
  readonly isInPopover?: boolean
  readonly placeholder?: string
  /** What is chosen already, which the first answer may not hold. */
  readonly chosen?: Choice | undefined
  /** Those that are no choice, by their ids. */
  readonly without?: readonly string[]
  /** @param label of the one that was chosen */
  onChange(value: string | null, label: string | undefined): void
}

interface Props extends SelectProps {
  readonly queryKey: readonly unknown[]
  /** Said where there is none at all. */
  readonly none?: string
  /** The first records whose names have `text` in them. */
  find(text: string, signal: AbortSignal): Promise<readonly Choice[]>
}

const waitMs = 200

/** One record of many, found by its name: the service searches, however many there are. */
export function RecordSelect({
  label,
  description,
  value,
  error,
  isRequired,
  isDisabled,
  isAdder,
  isFirst,
  isOpened,
  isInPopover,
  placeholder,
  chosen,
  without,
  queryKey,
  none,
  find,
  onChange,
}: Props) {
  const { t } = useI18n()
  const [text, setText] = useState('')
  const { forget, onKeyDownCapture } = useMarked()
  const asked = useLater(text, waitMs)
  const query = useQuery({
    queryKey: [...queryKey, asked],
    queryFn: ({ signal }) => find(asked, signal),
    placeholderData: keepPreviousData,
    enabled: isDisabled !== true,
  })
  const { told, wait } = useTold(query.error)
  const found = (query.data ?? []).filter((one) => without?.includes(one.value) !== true)
  // the answer to what was typed before: of it only what fits by its name
  const isOld = asked !== text || query.isPlaceholderData
  const shown = isOld ? found.filter(({ label }) => isMatch(label, text)) : found
  const lastPicked = useRef<Choice>(undefined)
  // as it was last seen: the answer to another search does not hold it
  const picked = [chosen, ...found, lastPicked.current].find((one) => one?.value === value)
  useEffect(() => {
    lastPicked.current = picked
  }, [picked])
  // by one name, whoever gives it: another one would be put over what is being typed
  const listed = shown.map((one) => (picked?.value === one.value ? picked : one))
  const isMissing = chosen !== undefined && picked === chosen && !shown.some((one) => one.value === chosen.value)
  const isNone = none !== undefined && !isOld && text === '' && query.data?.length === 0
  return (
    <Select
      label={label}
      inputContainer={(input) => (
        <>
          {input}
          {isNone && <small className="dim">{none}</small>}
          {told && (
            <div className="stack-tight">
              <Fault told={told} wait={wait} />
              <button type="button" className="quiet-link" disabled={wait > 0} onClick={() => void query.refetch()}>
                {t('list.retry')}
              </button>
            </div>
          )}
        </>
      )}
      description={description}
      data={isMissing ? [chosen, ...listed] : listed}
      value={value}
      error={error}
      onChange={(chosenNow, option) => {
        if (isAdder) setText('')
        onChange(chosenNow, option?.label)
      }}
      {...(isAdder && { searchValue: text })}
      // an open list takes Escape, and of nothing typed there is none to be seen
      {...(isFirst && { 'data-autofocus': true, openOnFocus: false })}
      {...(isOpened && { autoFocus: true })}
      {...(placeholder && { placeholder })}
      onSearchChange={(typed) => {
        forget()
        // the name of what is chosen stands there by itself, and is no search; that of another one is typed
        setText(picked?.label === typed ? '' : typed)
      }}
      onKeyDownCapture={onKeyDownCapture}
      onDropdownOpen={forget}
      onDropdownClose={forget}
      allowDeselect={false}
      filter={({ options }) => options}
      searchable
      clearable={isRequired !== true}
      required={isRequired === true}
      withAsterisk={false}
      disabled={isDisabled === true}
      comboboxProps={{ withinPortal: isInPopover !== true, shadow: 'md' }}
    />
  )
}
