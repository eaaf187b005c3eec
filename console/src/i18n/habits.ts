/** What somebody chose in a browser. */

export type Language = 'en' | 'ar'

export interface Habits {
  readonly language: Language
  /** Of Arabic texts. */
  readonly numerals: 'latin' | 'arabic'
  /** Null: that of the machine. */
  readonly timeZone: string | null
  readonly isCompact: boolean
  /** Whether single letters are keys (WCAG 2.2, 2.1.4). */
  readonly hasShortcuts: boolean
}

/**
 * @param text what was kept; what makes no sense counts as not chosen
 * @param browser the language of the browser
 */
export function habitsIn(text: string | null, browser: string): Habits {
  const said = parsed(text)
  const language = said.language === 'ar' || said.language === 'en' ? said.language : browser.startsWith('ar') ? 'ar' : 'en'
  return {
    language,
    numerals: said.numerals === 'arabic' ? 'arabic' : 'latin',
    timeZone: typeof said.timeZone === 'string' && isTimeZone(said.timeZone) ? said.timeZone : null,
    isCompact: said.isCompact === true,
    hasShortcuts: said.hasShortcuts !== false,
  }
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Whether this browser knows a time zone by that name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** As the service keeps them; null is what was never chosen. */
interface Kept {
  readonly language: Language | null
  readonly numerals: Habits['numerals'] | null
  readonly timeZone: string | null
  readonly density: 'comfortable' | 'compact' | null
  readonly shortcuts: boolean | null
}

/**
 * What the service keeps, for this browser. A language is chosen before sign-in as well: where none is kept, that one stays.
 *
 * @param hasLists whether the pages have rows and keys: those of others must leave alone what somebody else may have chosen for the console
 */
export const habitsOf = ({ language, numerals, timeZone, density, shortcuts }: Kept, hasLists = true): Partial<Habits> => ({
  ...(language && { language }),
  numerals: numerals ?? 'latin',
  timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : null,
  ...(hasLists && { isCompact: density === 'compact', hasShortcuts: shortcuts !== false }),
})

/** What of this browser a change of some of them changes: what it does not name stays. */
export const habitsChangedBy = (change: { readonly [name in keyof Kept]?: Kept[name] | undefined }): Partial<Habits> => ({
  ...(change.language && { language: change.language }),
  ...(change.density !== undefined && { isCompact: change.density === 'compact' }),
  ...(change.shortcuts !== undefined && { hasShortcuts: change.shortcuts !== false }),
})
