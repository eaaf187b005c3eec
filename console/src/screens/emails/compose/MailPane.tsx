import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, call, type Reply } from '../../../api/client.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { keyOf } from '../../../ui/form/PeopleField.tsx'
import { useLater } from '../../../ui/form/use-later.ts'
import { PreviewPane } from '../../../ui/shown/PreviewPane.tsx'
import { givenOf, type MailDraft } from './mail-draft.ts'
import { type Template, variablesOf } from './variables.ts'

interface Props {
  readonly draft: MailDraft
  readonly template: Template | undefined
  /** Some of those that it goes to. */
  readonly sample: Reply<'sendEmails'>['sample']
}

const waitMs = 250

/** The mail as one of those reads it who get it. */
export function MailPane({ draft, template, sample = [] }: Props) {
  const { t } = useI18n()
  const [reader, setReader] = useState<string | null>(null)
  const readers =
    draft.way === 'people'
      ? draft.people.map((one) => ({ value: keyOf(one), label: one.name }))
      : sample.flatMap(({ recipientId, toName, to }) => (recipientId === null ? [] : [{ value: recipientId, label: toName ?? to ?? '—' }]))
  const chosen = readers.find(({ value }) => value === reader) ?? readers[0]
  const { recipient, recipientId, isKnown, failed } = useReader(draft, chosen?.value)
  const shown = useShown(draft, template, { recipient, recipientId, isKnown })
  if (draft.templateId === null) return <p className="dim">{t('compose.noPreview')}</p>
  // why it is not there stands where it was chosen
  if (!template) return null
  const asked = failed ?? shown
  return (
    <PreviewPane preview={{ shown: failed ? undefined : shown.data, flaw: null, error: asked.error, retry: () => void asked.refetch() }}>
      {readers.length > 0 && (
        <Select
          label={t('compose.readAs')}
          data={readers}
          value={chosen?.value ?? null}
          onChange={setReader}
          allowDeselect={false}
          comboboxProps={{ withinPortal: true, shadow: 'md' }}
        />
      )}
    </PreviewPane>
  )
}

interface Reader {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** What the mail is told of them. Of a sample only the whole name is known: the parts of it are asked for. */
function useReader({ way, people }: MailDraft, key: string | undefined) {
  const isAsked = way === 'filter' && key !== undefined
  const query = useQuery({ ...ask('listEmailRecipients', { query: { q: key ?? '', limit: 1 } }), enabled: isAsked })
  const one = way === 'people' ? people.find((each) => keyOf(each) === key) : query.data?.items.find(({ id }) => id === key)
  const recipient: Reader | undefined = one && { firstName: one.firstName, lastName: one.lastName, email: one.email ?? '' }
  return { recipient, recipientId: one?.id ?? null, isKnown: !isAsked || query.isSuccess, failed: isAsked && query.isError ? query : null }
}

interface ReadBy {
  readonly recipient: Reader | undefined
  /** Null of an address that is nobody's. */
  readonly recipientId: string | null
  /** Whether it is known by now who reads it. */
  readonly isKnown: boolean
}

function useShown(draft: MailDraft, template: Template | undefined, { recipient, recipientId, isKnown }: ReadBy) {
  const names = variablesOf(template).map(({ name }) => name)
  const subject = draft.subject.trim()
  const body = {
    variables: { ...givenOf(draft.variables, names), ...(recipient && { recipient }) },
    locale: draft.locale,
    // in their language, and in the name of whoever sends it
    recipientId,
    ...(subject && { draft: { subject } }),
  }
  const asked = useLater(JSON.stringify(body), waitMs)
  return useQuery({
    queryKey: ['previewMessageTemplate', template?.id, asked],
    queryFn: ({ signal }) => call('previewMessageTemplate', { path: { id: template?.id ?? '' }, body: JSON.parse(asked) }, signal),
    enabled: template !== undefined && isKnown,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
    retry: false,
  })
}
