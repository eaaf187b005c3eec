import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { gauge } from '#core/measures.ts'
import type { ClientReader } from '#http/client-address.ts'
import { type ConnectionLimits, Connections } from '#http/connections.ts'
import { documentApi } from '#http/document/document-api.ts'
import { openApiDocument } from '#http/document/openapi.ts'
import { readJsonBodies } from '#http/json-body.ts'
import { leaveLineBodies } from '#http/lines/lines.ts'
import { measureRequests } from '#http/metrics.ts'
import { type HttpDependencies, mount } from '#http/mount.ts'
import { refuseCounted } from '#http/rate-limit/counted-refusal.ts'
import { connectionRefuser } from '#http/raw-answers.ts'
import { passOverExpectations, problemOfHead } from '#http/request-head.ts'
import { logRequests, type RequestLogging } from '#http/request-log.ts'
import { type AnyRoute, alsoBelow, type Routes } from '#http/route.ts'
import { answerHeaders, secureAnswers } from '#http/security-headers.ts'
import { answerBadRequests, holdConnections, problemOfAddress, refuseWhileClosing, serverOptions } from '#http/server.ts'
import { EventStreams } from '#http/streams/event-streams.ts'
import { traceRequests } from '#http/trace-requests.ts'
import { answerUnknownPaths } from '#http/unknown-paths.ts'
import { readMultipartBodies } from '#http/upload.ts'
import { adminBulkRoutes } from '#modules/admins/admins.bulk.routes.ts'
import { adminLifecycleRoutes } from '#modules/admins/admins.lifecycle.routes.ts'
import { adminMeRoutes } from '#modules/admins/admins.me.routes.ts'
import { adminRoutes } from '#modules/admins/admins.routes.ts'
import { adminSuperadminRoutes } from '#modules/admins/admins.superadmin.routes.ts'
import { auditRoutes } from '#modules/audit/audit.routes.ts'
import { adminAuthRoutes } from '#modules/auth/admin-auth.routes.ts'
import { adminImpersonationRoutes, authImpersonationRoutes } from '#modules/auth/admin-impersonation.routes.ts'
import { adminPasswordResetRoutes } from '#modules/auth/admin-password-reset.routes.ts'
import { externalLoginRoutes } from '#modules/auth/external-login.routes.ts'
import { adminProviderRoutes, userProviderRoutes } from '#modules/auth/provider-login.routes.ts'
import { resetPage } from '#modules/auth/reset-page.ts'
import { sessionRoutes } from '#modules/auth/session.routes.ts'
import { twoFactorRoutes } from '#modules/auth/two-factor.routes.ts'
import { userAuthRoutes } from '#modules/auth/user-auth.routes.ts'
import { userPhoneRoutes } from '#modules/auth/user-phone.routes.ts'
import { userRegistrationRoutes } from '#modules/auth/user-registration.routes.ts'
import { domainRoutes } from '#modules/domains/domains.routes.ts'
import { emailRoutes } from '#modules/emails/emails.routes.ts'
import { sampleMailRoutes } from '#modules/emails/sample-mail.routes.ts'
import { pictureFiles } from '#modules/files/picture-files.ts'
import { healthRoutes } from '#modules/health/health.routes.ts'
import { identityProviderRoutes } from '#modules/identity-providers/identity-providers.routes.ts'
import { messageTemplateRoutes } from '#modules/message-templates/message-templates.routes.ts'
import { notificationRoutes } from '#modules/notifications/notifications.routes.ts'
import { notificationStreamRoutes } from '#modules/notifications/notifications.stream.routes.ts'
import { permissionRoutes } from '#modules/permissions/permissions.routes.ts'
import { frontPage } from '#modules/public/front-page.ts'
import { publicRoutes } from '#modules/public/public.routes.ts'
import { recycleBinRoutes } from '#modules/recycle-bin/recycle-bin.routes.ts'
import { roleRoutes } from '#modules/roles/roles.routes.ts'
import { tenantRoleRoutes } from '#modules/roles/tenant-roles.routes.ts'
import { tenantChangeRoutes } from '#modules/tenants/tenants.change.routes.ts'
import { tenantGrantRoutes } from '#modules/tenants/tenants.grant.routes.ts'
import { tenantRoutes } from '#modules/tenants/tenants.routes.ts'
import { tenantSettingsRoutes } from '#modules/tenants/tenants.settings.routes.ts'
import { tenantTreeRoutes } from '#modules/tenants/tenants.tree.routes.ts'
import { groupBulkRoutes } from '#modules/user-groups/user-groups.bulk.routes.ts'
import { groupMemberRoutes } from '#modules/user-groups/user-groups.member.routes.ts'
import { groupRoutes } from '#modules/user-groups/user-groups.routes.ts'
import { userImportRoutes } from '#modules/users/users.import.routes.ts'
import { userLifecycleRoutes } from '#modules/users/users.lifecycle.routes.ts'
import { userMeRoutes } from '#modules/users/users.me.routes.ts'
import { userRoutes } from '#modules/users/users.routes.ts'
import { webhookEvents } from '#modules/webhook-events/catalogue.ts'
import { webhookLogRoutes } from '#modules/webhooks/webhooks.log.routes.ts'
import { webhookReplayRoutes } from '#modules/webhooks/webhooks.replay.routes.ts'
import { webhookRoutes } from '#modules/webhooks/webhooks.routes.ts'

/** The table of contents of the whole service: base path and what is found there. */
export const modules: Readonly<Record<string, Routes>> = {
  '/api/v1/auth/admin': {
    ...adminAuthRoutes,
    ...sessionRoutes('admin'),
    ...authImpersonationRoutes,
    ...twoFactorRoutes('admin'),
    ...adminPasswordResetRoutes,
    ...adminProviderRoutes,
    ...externalLoginRoutes('admin'),
  },
  '/api/v1/auth/user': {
    ...userAuthRoutes,
    ...userRegistrationRoutes,
    ...userPhoneRoutes,
    ...sessionRoutes('user'),
    ...twoFactorRoutes('user'),
    ...userProviderRoutes,
    ...externalLoginRoutes('user'),
  },
  '/api/v1/Users': userMeRoutes,
  '/api/v1/Admins': {
    ...adminMeRoutes,
    ...adminBulkRoutes,
    ...adminImpersonationRoutes,
    ...adminRoutes,
    ...adminLifecycleRoutes,
    ...adminSuperadminRoutes,
  },
  '/api/v1/users': { ...userRoutes, ...userLifecycleRoutes, ...userImportRoutes },
  '/api/v1/Tenants': {
    ...tenantTreeRoutes,
    ...tenantRoutes,
    ...tenantChangeRoutes,
    ...tenantSettingsRoutes,
    ...tenantGrantRoutes,
    ...tenantRoleRoutes,
    ...domainRoutes,
    ...identityProviderRoutes,
  },
  '/api/v1/roles': roleRoutes,
  '/api/v1/UserGroups': { ...groupRoutes, ...groupMemberRoutes, ...groupBulkRoutes },
  '/api/v1/notifications': notificationRoutes,
  '/api/v1/message-templates': { ...messageTemplateRoutes, ...sampleMailRoutes },
  '/api/v1/permissions': permissionRoutes,
  '/api/v1/public': publicRoutes,
  '/api/v1/audit': auditRoutes,
  '/api/v1/emails': emailRoutes,
  '/api/v1/recycle-bin': recycleBinRoutes,
  '/api/v1/webhooks': alsoBelow('/api/webhooks', { ...webhookRoutes, ...webhookLogRoutes, ...webhookReplayRoutes }),
  '': healthRoutes,
}

/** The OpenAPI document of the whole service: what it answers, and what it sends. */
export const apiDocument = () => openApiDocument(modules, webhookEvents)

/** Answers that stay open; on the same pipeline, and apart from those that come to an end. */
export const streamModules: Readonly<Record<string, Routes>> = {
  '/api/v1/notifications': notificationStreamRoutes,
}

export interface AppOptions {
  readonly log: Logger
  readonly corsOrigins: readonly string[]
  readonly metricsToken: string | null
  readonly logRequests: RequestLogging
  readonly connectionLimits: ConnectionLimits
  /** Whether the interactive documentation and the document are served. */
  readonly swagger: boolean
}

/** What of the configuration the HTTP service is told, and no more. */
export const appOptions = (
  { corsOrigins, metricsToken, logRequests, connectionLimits, swagger }: Omit<AppOptions, 'log'>,
  log: Logger,
): AppOptions => ({
  log,
  corsOrigins,
  metricsToken,
  logRequests,
  connectionLimits,
  swagger,
})

/** The HTTP service over a pipeline that is ready; listens nowhere yet. */
export async function buildApp(
  dependencies: Omit<HttpDependencies, keyof ClientReader | 'streams'>,
  options: AppOptions,
  client: ClientReader,
): Promise<FastifyInstance> {
  const streams = new EventStreams(dependencies.service, dependencies.sessions)
  const whole: HttpDependencies = { ...dependencies, ...client, streams }
  const { publicUrl, serviceName } = dependencies.service.options
  const connections = new Connections(options.connectionLimits, client.peer)
  const headersOf = answerHeaders(publicUrl, client)
  const app = Fastify(serverOptions(options.log, headersOf, whole, connectionRefuser(whole, connections)))
  const { limiter } = dependencies
  dependencies.service.checks.set('limiter', async () =>
    limiter.state() === 'fallback' ? { status: 'degraded', note: 'Redis is away' } : { status: 'ok' },
  )
  const open = gauge('Connections that are open, by which requests come', () => connections.size)
  for (const [name, measure] of Object.entries({ ...limiter.measures(), tenantry_http_connections: open }))
    dependencies.service.measures.set(name, measure)
  holdConnections(app, connections)
  logRequests(app, options.logRequests)
  traceRequests(app)
  secureAnswers(app, headersOf)
  refuseWhileClosing(app)
  refuseCounted(app, whole, [problemOfAddress, problemOfHead])
  passOverExpectations(app)
  readJsonBodies(app)
  answerBadRequests(app)
  app.decorateRequest('actor', undefined)
  app.decorateRequest('streamEndsAt', undefined)
  app.addHook('preClose', async () => streams.close())
  if (options.corsOrigins.length > 0) {
    const rules = {
      origin: [...options.corsOrigins],
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Location'],
      maxAge: 600,
    }
    // any other OPTIONS is a method like the rest
    const isPreflight = ({ headers }: FastifyRequest) =>
      headers.origin !== undefined && headers['access-control-request-method'] !== undefined
    await app.register(cors, { delegator: (request, done) => done(null, { ...rules, preflight: isPreflight(request) }) })
  }
  if (options.metricsToken !== null) measureRequests(app, options.metricsToken, dependencies.service)
  // The hooks of a plug-in run for every request of its scope: only those pay for cookies and uploads that have any.
  const mountPart = (scope: FastifyInstance, part: Part) => {
    for (const [base, routes] of Object.entries(modules)) {
      const chosen = Object.entries(routes).filter(([, endpoint]) => partOf(base, endpoint) === part)
      mount(scope, whole, base, Object.fromEntries(chosen))
    }
  }
  const withCookies: FastifyPluginAsync = async (scope) => {
    await scope.register(cookie)
    mountPart(scope, 'cookies')
  }
  const withUploads: FastifyPluginAsync = async (scope) => {
    readMultipartBodies(scope)
    mountPart(scope, 'uploads')
  }
  const withLines: FastifyPluginAsync = async (scope) => {
    leaveLineBodies(scope)
    mountPart(scope, 'lines')
  }
  mountPart(app, 'plain')
  for (const [base, routes] of Object.entries(streamModules)) mount(app, whole, base, routes)
  await app.register(withCookies)
  await app.register(withUploads)
  await app.register(withLines)
  await app.register(resetPage)
  await app.register(frontPage, { serviceName, swagger: options.swagger })
  await app.register(pictureFiles, { service: dependencies.service })
  if (options.swagger) await documentApi(app, apiDocument())
  answerUnknownPaths(app, whole, modules)
  return app
}

type Part = 'plain' | 'cookies' | 'uploads' | 'lines'

function partOf(base: string, { upload, lines, setsCookie }: AnyRoute): Part {
  if (upload) return 'uploads'
  if (lines) return 'lines'
  return setsCookie || base.startsWith('/api/v1/auth/') ? 'cookies' : 'plain'
}
