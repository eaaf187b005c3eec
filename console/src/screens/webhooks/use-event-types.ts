import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'

/** What webhooks tell of, in the words of the language that is shown. */
export function useEventTypes() {
  const { language } = useI18n()
  const { queryKey, queryFn } = ask('listWebhookEventTypes', {})
  return useQuery({ queryKey: [...queryKey, language], queryFn, staleTime: 600_000 })
}
