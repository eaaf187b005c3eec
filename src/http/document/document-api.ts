import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Routes } from '#http/route.ts'
import { openApiDocument } from './openapi.ts'

/** Own scripts and styles only; no upgrade to https, which would break the page on a plain http address inside a network. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

/** The interactive page at `/swagger`, the document at `/swagger/json` and `/swagger/yaml`: no request leaves for another host. */
export async function documentApi(app: FastifyInstance, modules: Readonly<Record<string, Routes>>): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: openApiDocument(modules) as never } })
  await app.register(swaggerUi, {
    routePrefix: '/swagger',
    staticCSP: true,
    transformStaticCSP: () => pagePolicy,
    uiConfig: { deepLinking: true, docExpansion: 'list', tryItOutEnabled: true, persistAuthorization: false },
    theme: { title: 'Tenantry API' },
  })
}
