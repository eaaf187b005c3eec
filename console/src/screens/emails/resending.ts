/** What speaks against sending a mail again. */

interface Failed {
  /** Null where it is erased; undefined where the caller may not see it. */
  readonly html?: string | null | undefined
  /** Undefined where the caller may not see it. */
  readonly to?: string | undefined
  readonly recipientType: string
}

/**
 * Why a mail that failed can't be sent again: what it said is erased by now, or it goes to an address that is nobody's, or that the caller may not see,
 * which takes a right. Null where nothing is known to speak against it.
 * @param can whether the caller holds a permission
 */
export function lacksToResend({ html, to, recipientType }: Failed, can: (permission: string) => boolean | undefined) {
  if (html === null) return 'emails.noText'
  const isAnybodys = to === undefined || recipientType === 'external'
  return isAnybodys && can('emails.external') === false ? 'emails.needsExternal' : null
}
