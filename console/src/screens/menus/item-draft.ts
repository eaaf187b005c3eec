/** What the form of an item of the menu holds, and what of it is sent. */

interface Read {
  readonly titleEn: string
  readonly titleAr: string | null
  readonly key: string
  readonly path: string | null
  readonly icon: string | null
  readonly parentId: string | null
  readonly requiredPermission: string | null
  readonly isVisible: boolean
}

export const draftOf = (item: Read | null) => ({
  titleEn: item?.titleEn ?? '',
  titleAr: item?.titleAr ?? '',
  key: item?.key ?? '',
  path: item?.path ?? '',
  icon: item?.icon ?? '',
  parentId: item?.parentId ?? null,
  requiredPermission: item?.requiredPermission ?? null,
  isVisible: item?.isVisible ?? true,
})
export type Draft = ReturnType<typeof draftOf>

/** An empty text is none. The title and the key are never none: empty, they are refused, which is told under their fields. */
export function sent(draft: Partial<Draft>): Partial<Read> {
  const empty = (name: string) => (['titleEn', 'key'].includes(name) ? '' : null)
  return Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, typeof value === 'string' ? value.trim() || empty(name) : value]),
  )
}

/** The key is made of the title where none is typed. */
export function newItemOf(draft: Draft): Partial<Read> & Pick<Read, 'titleEn'> {
  const { key, ...rest } = sent(draft)
  return { ...rest, titleEn: rest.titleEn ?? '', ...(key && { key }) }
}
