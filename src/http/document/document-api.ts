import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** Own scripts and styles only; no upgrade to https, which would break the page on a plain http address inside a network. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

/** A tenant and two below it. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">
<path d="M16 12v5M8 21v-4h16v4" fill="none" stroke="#1d4ed8" stroke-width="2"/>
<rect x="11" y="3" width="10" height="9" rx="2" fill="#1d4ed8"/>
<rect x="3" y="21" width="10" height="8" rx="2" fill="#60a5fa"/><rect x="19" y="21" width="10" height="8" rx="2" fill="#60a5fa"/></svg>`

const style = `.swagger-ui .info .title::before { content: url("mark.svg"); margin-right: 12px; vertical-align: middle; }`

/** The interactive page at `/swagger`, the document at `/swagger/json` and `/swagger/yaml`: no request leaves for another host. */
export async function documentApi(app: FastifyInstance, document: Readonly<Record<string, unknown>>): Promise<void> {
  // a megabyte that anybody may ask for: written once
  let bytes: Buffer | undefined
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/swagger',
    staticCSP: true,
    uiHooks: {
      preHandler(request, reply, next) {
        if (request.routeOptions.url !== '/swagger/json') return next()
        bytes ??= Buffer.from(JSON.stringify(document))
        reply.type('application/json; charset=utf-8').send(bytes)
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
