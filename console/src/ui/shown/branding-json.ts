/**
 * What a tenant says beyond its settings (`loginBrandingJson`): words in the other language, and a colour for the dark theme. Anybody who may
 * change a tenant's settings writes it, so that no more is taken of it than texts, which are shown as texts, and colours of digits.
 */

export interface Extras {
  readonly headline: string | null
  readonly subtitle: string | null
  readonly darkColor: string | null
}

const longest = 200

/** @param text JSON; what is none, or says something else, says nothing */
export function extrasIn(text: string | null | undefined, language: 'en' | 'ar'): Extras {
  const all = recordIn(parsed(text))
  const words = recordIn(all[language])
  const colour = recordIn(all.dark).primaryColor
  return {
    headline: textIn(words.headline),
    subtitle: textIn(words.subtitle),
    darkColor: typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour) ? colour : null,
  }
}

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const recordIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.slice(0, longest) : null)
