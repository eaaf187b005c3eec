/** The texts of the console. */
import { enFirst } from './en-first.ts'
import type { TextSource } from './texts.ts'

export const consoleTexts: TextSource = {
  atOnce: enFirst,
  first: { en: async () => enFirst, ar: async () => (await import('./ar-first.ts')).arFirst },
  rest: { en: async () => (await import('./en-rest.ts')).enRest, ar: async () => (await import('./ar-rest.ts')).arRest },
}
