export type Language = 'en' | 'ar'

const place = 'tenantry-language'

/** What was chosen in this browser, else the language of the browser. */
export function rememberedLanguage(): Language {
  const chosen = localStorage.getItem(place) ?? navigator.language
  return chosen.startsWith('ar') ? 'ar' : 'en'
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(place, language)
}

/** The language that the page is in now; messages of the service come in the same. */
export const shownLanguage = (): Language => (document.documentElement.lang === 'ar' ? 'ar' : 'en')
