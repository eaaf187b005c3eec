import { ActionIcon } from '@mantine/core'
import { useRef } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Who } from '../account/Who.tsx'
import { Icon } from '../Icon.tsx'
import { RecordSelect } from './RecordSelect.tsx'

/** Somebody who is written to. Their address is undefined where the caller may not see it. */
export interface Person {
  /** Null of an address that is nobody's. */
  readonly id: string | null
  readonly type: 'admin' | 'user' | 'external'
  readonly name: string
  readonly firstName: string
  readonly lastName: string
  readonly email?: string | undefined
  readonly tenantName: string | null
  readonly avatarUrl: string | null
}

export const keyOf = ({ id, email }: Pick<Person, 'id' | 'email'>): string => id ?? email ?? ''

interface Props {
  readonly label: string
  readonly people: readonly Person[]
  readonly error: string | undefined
  /** Whether it has the focus when the dialog that it is in opens. */
  readonly isFirst?: boolean
  /** Whether an address of nobody may be typed, too. */
  readonly takesAddresses?: boolean
  readonly queryKey: readonly unknown[]
  /** Admins and users whose name or address has `q` in it. */
  find(q: string, signal: AbortSignal): Promise<readonly Omit<Person, 'type'>[] | readonly Person[]>
  onChange(people: readonly Person[]): void
}

/** What the service looks for at least. */
const least = 2
/** So many are named; of thousands the number is enough. */
const mostShown = 20
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** People of whom each is found by name or address, and put into the list below. */
export function PeopleField({ label, people, error, isFirst = false, takesAddresses = false, queryKey, find, onChange }: Props) {
  const { t } = useI18n()
  const known = useRef(new Map<string, Person>())
  const box = useRef<HTMLDivElement>(null)
  const isFree = (one: Person) => !people.some((other) => keyOf(other) === keyOf(one))
  const choices = async (text: string, signal: AbortSignal) => {
    const q = text.trim()
    if (q.length < least) return []
    const found = (await find(q.slice(0, 50), signal)) as readonly Person[]
    const isNew = takesAddresses && address.test(q) && !found.some(({ email }) => email?.toLowerCase() === q.toLowerCase())
    const all = isNew ? [...found, stranger(q)] : found
    for (const one of all) known.current.set(keyOf(one), one)
    return all.filter(isFree).map((one) => ({ value: keyOf(one), label: labelOf(one) }))
  }
  const add = (key: string | null) => {
    const one = key === null ? undefined : known.current.get(key)
    if (one && isFree(one)) onChange([...people, one])
  }
  return (
    <div ref={box} className="stack-tight">
      <RecordSelect
        label={label}
        description={t(takesAddresses ? 'people.hintAddress' : 'people.hint')}
        value={null}
        isAdder
        isFirst={isFirst}
        error={error}
        queryKey={[...queryKey, people.map(keyOf)]}
        find={choices}
        onChange={add}
      />
      {people.length > 0 && (
        <ul className="members" aria-label={label}>
          {people.slice(0, mostShown).map((one) => (
            <li key={keyOf(one)}>
              <Who account={{ ...one, id: keyOf(one), username: null }} mark={<span className="tag">{t(`people.is.${one.type}`)}</span>} />
              <ActionIcon
                size={28}
                aria-label={t('people.takeAway', { name: one.name })}
                onClick={() => {
                  box.current?.querySelector('input')?.focus()
                  onChange(people.filter((other) => other !== one))
                }}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            </li>
          ))}
          {people.length > mostShown && (
            <li>
              <span className="dim">{t('people.more', { count: people.length - mostShown })}</span>
              <button type="button" className="quiet-link" onClick={() => onChange([])}>
                {t('people.takeAll')}
              </button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

const stranger = (email: string): Person => ({
  ...{ id: null, type: 'external', name: email, firstName: '', lastName: '', email },
  ...{ tenantName: null, avatarUrl: null },
})

const labelOf = ({ name, email, tenantName }: Person): string => [...new Set([name, email, tenantName])].filter(Boolean).join(' · ')
