import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Language, languageOf } from '#core/messages.ts'

const style = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f4f5f7;color:#1b1f24;font:1rem/1.6 system-ui,sans-serif}
main{max-width:34rem;padding:2rem}h1{margin:0;font-size:1.5rem}li{margin:.4rem 0}a{color:#1d4ed8}code{font-size:.9em}
@media (prefers-color-scheme:dark){body{background:#111418;color:#e6e8eb}a{color:#93b4ff}}`

const texts = {
  en: {
    what: 'A multi-tenant administration and authentication service. This address serves its API, its console and pages for end users.',
    console: 'The console, for admins',
    account: 'The account of an end user',
    documentation: 'Every operation, to be read and tried',
    document: 'The same as an OpenAPI document',
    health: 'Whether it works',
  },
  ar: {
    what: 'خدمة إدارة ومصادقة متعددة المستأجرين. هذا العنوان يقدّم واجهتها البرمجية ووحدة تحكمها وصفحات للمستخدمين.',
    console: 'وحدة التحكم، للمشرفين',
    account: 'حساب المستخدم',
    documentation: 'كل العمليات، للقراءة والتجربة',
    document: 'الوثيقة نفسها بصيغة OpenAPI',
    health: 'هل تعمل الخدمة',
  },
} satisfies Record<Language, Record<string, string>>

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface FrontPageOptions {
  /** As people know the service. */
  readonly serviceName: () => string
  /** Whether the documentation is served. */
  readonly swagger: boolean
}

/** `GET /`: where things are, as a page for whoever reads HTML and as JSON for everybody else. */
export async function frontPage(app: FastifyInstance, { serviceName, swagger }: FrontPageOptions): Promise<void> {
  const places = {
    console: '/console',
    account: '/account',
    ...(swagger && { documentation: '/swagger', document: '/swagger/json' }),
    health: '/health',
  }
  app.get('/', (request, reply) => {
    reply.headers({ 'content-security-policy': policy, vary: 'accept, accept-language' })
    if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return reply.send({ name: serviceName(), api: '/api/v1', ...places })
    return reply.type('text/html; charset=utf-8').send(page(languageOf(request.headers['accept-language']), serviceName(), places))
  })
}

function page(language: Language, serviceName: string, places: Readonly<Partial<Record<keyof (typeof texts)['en'], string>>>): string {
  const words = texts[language]
  const name = serviceName.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const links = Object.entries(places).map(
    ([what, path]) => `<li><a href="${path}">${words[what as keyof typeof words]}</a> <code>${path}</code>`,
  )
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title><style>${style}</style></head>
<body><main><h1>${name}</h1><p>${words.what}</p><ul>${links.join('')}</ul></main></body>
</html>
`
}
