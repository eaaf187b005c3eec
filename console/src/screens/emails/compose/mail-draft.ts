/** What stands in the form of a mail, and what of it is sent. */
import type { Input } from '../../../api/client.ts'
import { timeIn } from '../../../ui/days/days.ts'
import type { Person } from '../../../ui/form/PeopleField.tsx'

export const priorities = ['low', 'normal', 'high'] as const
export const targets = ['admins', 'users', 'all'] as const

export interface MailDraft {
  readonly templateId: string | null
  /** Chosen one by one, or all that match. */
  readonly way: 'people' | 'filter'
  readonly people: readonly Person[]
  readonly target: (typeof targets)[number]
  readonly tenantId: string | null
  readonly tenantName: string | null
  readonly isBelow: boolean
  readonly search: string
  readonly roleId: string | null
  readonly groupId: string | null
  readonly verified: 'yes' | 'no' | null
  readonly subject: string
  readonly variables: Readonly<Record<string, string>>
  readonly locale: 'en' | 'ar' | null
  readonly priority: (typeof priorities)[number]
  readonly when: 'now' | 'later'
  /** `2026-11-25T10:30`, in the time zone of the caller. */
  readonly at: string
}

export const emptyDraft = (templateId: string | null, tenantId: string | null, people: readonly Person[] = []): MailDraft => ({
  templateId,
  way: 'people',
  people,
  target: 'admins',
  tenantId,
  tenantName: null,
  isBelow: true,
  search: '',
  roleId: null,
  groupId: null,
  verified: null,
  subject: '',
  variables: {},
  locale: null,
  priority: 'normal',
  when: 'now',
  at: '',
})

export const isOne = ({ way, people }: MailDraft): boolean => way === 'people' && people.length === 1 && people[0]?.email !== undefined

export const isAddressed = ({ way, people }: MailDraft): boolean => way === 'filter' || people.length > 0

/** Whether it says when it leaves: no calendar of this service has years of five digits, which a field takes. */
export const isTimed = ({ when, at }: MailDraft): boolean => when === 'now' || /^\d{4}-/.test(at)

/** Who is named by an address that is nobody's stands beside people who can only be named by their ids: one call takes no two kinds. */
export const isMixed = ({ way, people }: MailDraft): boolean =>
  way === 'people' && people.some(({ id }) => id === null) && people.some(({ email }) => email === undefined)

/**
 * Whether it was due before: the service sends such a mail at once, which nobody asked for.
 * @param zone in which the time was typed (IANA)
 * @param now by the clock of the service, in milliseconds
 */
export const isPast = ({ when, at }: MailDraft, zone: string, now: number): boolean => when === 'later' && timeIn(at, zone).getTime() <= now

/** Variables that something was typed for: the others have what the template says. */
export const givenOf = (variables: MailDraft['variables'], names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])))

/** @param names variables of the template @param zone in which the time was typed (IANA) */
const commonOf = (draft: MailDraft, names: readonly string[], zone: string) => ({
  templateId: draft.templateId ?? '',
  subject: draft.subject.trim() || null,
  variables: givenOf(draft.variables, names),
  priority: draft.priority,
  locale: draft.locale,
  scheduledAt: draft.when === 'later' && draft.at ? timeIn(draft.at, zone).toISOString() : null,
})

export function oneOf(draft: MailDraft, names: readonly string[], zone: string): Input<'sendEmail'>['body'] {
  const [to] = draft.people
  return { ...commonOf(draft, names, zone), ...(to ? recipientOf(to) : { to: '' }) }
}

/** Several accounts may have one address: the one that was chosen is meant. */
const recipientOf = ({ id, email = '' }: Person) => ({ to: email, ...(id !== null && { recipientId: id }) })

/** Of people who are not mixed: those without an address that the caller may see are named by their ids. */
export function manyOf(draft: MailDraft, names: readonly string[], zone: string): Input<'sendEmails'>['body'] {
  const common = commonOf(draft, names, zone)
  if (draft.way === 'filter') return { ...common, filter: filterOf(draft) }
  const { people } = draft
  if (people.every(({ email }) => email !== undefined)) return { ...common, recipients: people.map(recipientOf) }
  return { ...common, filter: { target: 'all', includeDescendants: true, ids: people.flatMap(({ id }) => (id === null ? [] : [id])) } }
}

/** A role or a group is of admins, and only users prove an address: what does not go with the target is left out. */
function filterOf(draft: MailDraft): NonNullable<Input<'sendEmails'>['body']['filter']> {
  const { target, tenantId, isBelow, roleId, groupId, verified } = draft
  const search = draft.search.trim()
  return {
    target,
    tenantId,
    includeDescendants: isBelow,
    ...(search && { search }),
    ...(target === 'admins' && { roleId, groupId }),
    ...(target === 'users' && verified && { emailVerified: verified === 'yes' }),
  }
}
