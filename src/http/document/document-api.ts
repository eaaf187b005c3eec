import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { stringify } from 'yaml'

/** Own scripts and styles only; no upgrade to https, which would break the page on a plain http address inside a network. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

/** A tenant and two below it. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">
<path d="M16 12v5M8 21v-4h16v4" fill="none" stroke="#1d4ed8" stroke-width="2"/>
<rect x="11" y="3" width="10" height="9" rx="2" fill="#1d4ed8"/>
<rect x="3" y="21" width="10" height="8" rx="2" fill="#60a5fa"/><rect x="19" y="21" width="10" height="8" rx="2" fill="#60a5fa"/></svg>`

const style = `.swagger-ui .info .title::before { content: url("mark.svg"); margin-right: 12px; vertical-align: middle; }`

/** The plug-in wants a document when the service starts; what is served is made when somebody asks for it. */
const placeholder = { openapi: '3.1.0', info: { title: 'Tenantry', version: 'v1' }, paths: {} }

/**
 * The interactive page at `/swagger`, the document at `/swagger/json` and `/swagger/yaml`: no request leaves for another host.
 * @param document made by the first who asks: a tenth of a second and some megabytes that a start does without
 */
export async function documentApi(app: FastifyInstance, document: () => Readonly<Record<string, unknown>>): Promise<void> {
  // a megabyte that anybody may ask for: each written once
  const forms: Record<string, { readonly type: string; write(): string; bytes?: Buffer }> = {
    '/swagger/json': { type: 'application/json; charset=utf-8', write: () => JSON.stringify(document()) },
    '/swagger/yaml': { type: 'application/x-yaml', write: () => stringify(document(), { strict: false }) },
  }
  await app.register(swagger, { mode: 'static', specification: { document: placeholder } })
  await app.register(swaggerUi, {
    routePrefix: '/swagger',
    staticCSP: true,
    uiHooks: {
      preHandler(request, reply, next) {
        const form = forms[request.routeOptions.url ?? '']
        if (form === undefined) return next()
        form.bytes ??= Buffer.from(form.write())
        reply.type(form.type).send(form.bytes)
      },
    },
    transformStaticCSP: () => pagePolicy,
    // the layout without the framework's bar and logo
    uiConfig: { layout: 'BaseLayout', deepLinking: true, docExpansion: 'list', tryItOutEnabled: true, persistAuthorization: false },
    theme: {
      title: 'Tenantry API',
      favicon: [{ filename: 'mark.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: Buffer.from(mark) }],
      css: [{ filename: 'tenantry.css', content: style }],
    },
  })
}
