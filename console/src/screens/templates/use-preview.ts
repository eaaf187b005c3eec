/** What the texts in a form would look like as a mail, asked for whenever nobody types for a moment. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, Refused, type Reply } from '../../api/client.ts'
import type { I18n } from '../../i18n/i18n.tsx'
import { toldOf } from '../../ui/fault.ts'
import type { Flaw } from './Editor.tsx'
import { keyOfField, type TemplateDraft, type TextKey, type TextLanguage } from './template.ts'

const waitMs = 250

export interface Preview {
  /** The last one that could be made. */
  readonly shown: Reply<'previewDraft'> | undefined
  readonly flaw: (Flaw & { readonly key: TextKey }) | null
  readonly error: unknown
  retry(): void
}

/** @param id of the template whose examples fill the variables; null for none */
export function usePreview(id: string | null, draft: TemplateDraft, language: TextLanguage, words: I18n): Preview {
  const texts = {
    subject: draft[`${language}Subject`],
    bodyHtml: draft[`${language}Html`],
    bodyText: draft[`${language}Text`] || null,
  }
  const key = JSON.stringify([language, texts])
  const [asked, setAsked] = useState({ key, texts, language })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what the texts are
  useEffect(() => {
    if (key === asked.key) return
    // another language is no typing
    const timer = setTimeout(() => setAsked({ key, texts, language }), language === asked.language ? waitMs : 0)
    return () => clearTimeout(timer)
  }, [key, asked])
  const body = { locale: asked.language === 'base' ? null : asked.language, draft: asked.texts }
  const query = useQuery({
    queryKey: ['previewDraft', id, asked.key],
    queryFn: ({ signal }) =>
      id === null ? call('previewDraft', { body }, signal) : call('previewMessageTemplate', { path: { id }, body }, signal),
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  const flaw = flawOf(query.error, asked.language, words)
  // of a text that has a fault there is no answer, and what came before it is no placeholder any more
  const last = useRef<Preview['shown']>(undefined)
  if (query.data) last.current = query.data
  return {
    shown: query.data ?? (flaw === null ? undefined : last.current),
    flaw,
    error: query.error,
    retry: () => void query.refetch(),
  }
}

/** Where the service says that a text is wrong; null where the fault is another. */
export function flawOf(error: unknown, language: TextLanguage, words: I18n): Preview['flaw'] {
  if (!(error instanceof Refused) || error.status !== 400) return null
  const key = keyOfField(error.fields[0]?.field ?? '', language)
  if (key === null) return null
  const { line, column } = error.answer as { line?: number; column?: number }
  return { key, line: line ?? 1, ...(column !== undefined && { column }), message: toldOf(error, words).text }
}
