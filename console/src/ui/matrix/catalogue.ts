import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'

/** All permissions there are, by category, in the words of the language that is shown. Those of the one before stay until they are there. */
export function useCatalogue(enabled = true) {
  const { language } = useI18n()
  const { queryKey, queryFn } = ask('listPermissions', {})
  return useQuery({ queryKey: [...queryKey, language], queryFn, staleTime: 600_000, placeholderData: keepPreviousData, enabled })
}
