/** How many a mail would go to, counted by the service whenever nobody types for a moment. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask, type Reply } from '../../../api/client.ts'
import { useLater } from '../../../ui/form/use-later.ts'
import { isAddressed, isMixed, isOne, type MailDraft, manyOf } from './mail-draft.ts'

const waitMs = 300

export interface Count {
  readonly data: Reply<'sendEmails'> | undefined
  readonly error: unknown
  readonly isAsked: boolean
  retry(): void
}

export function useCount(draft: MailDraft, names: readonly string[], zone: string): Count {
  const isAsked = draft.templateId !== null && isAddressed(draft) && !isOne(draft) && !isMixed(draft)
  // what is said and when changes nobody who it goes to
  const { recipients, filter } = manyOf({ ...draft, when: 'now' }, names, zone)
  const asked = JSON.stringify({ templateId: draft.templateId, recipients, filter, dryRun: true })
  const later = useLater(asked, waitMs)
  const query = useQuery({
    ...ask('sendEmails', { body: JSON.parse(later) }),
    enabled: isAsked && later === asked,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return { data: isAsked ? query.data : undefined, error: isAsked ? query.error : null, isAsked, retry: () => void query.refetch() }
}
