/** What stands at `/console` and `/account` where the console was not built: how it is. */
import { createHash } from 'node:crypto'
import type { Language } from '#core/messages.ts'

const style = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f5f5f7;color:#17181c;font:1rem/1.6 system-ui,sans-serif}
main{max-width:34rem;padding:2rem}h1{margin:0;font-size:1.5rem}a{color:#4347cc}
@media (prefers-color-scheme:dark){body{background:#0b0c0e;color:#ececf1}a{color:#a6abff}}`

const texts = {
  en: {
    title: 'The console is not built',
    what: 'The service runs, and so does its API. The console is built when the development dependencies are installed:',
    after: 'Then start the service again.',
  },
  ar: {
    title: 'وحدة التحكم غير مبنية',
    what: 'الخدمة وواجهتها البرمجية تعملان. تُبنى وحدة التحكم عند تثبيت اعتماديات التطوير:',
    after: 'ثم أعد تشغيل الخدمة.',
  },
} satisfies Record<Language, Record<string, string>>

export const unbuiltPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The whole page in `language`. */
export function unbuiltPage(language: Language): string {
  const words = texts[language]
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.title}</title><style>${style}</style></head>
<body><main><h1>${words.title}</h1><p>${words.what}</p><p><code dir="ltr">npm ci &amp;&amp; npm run build:console</code></p><p>${words.after}</p></main></body>
</html>
`
}
