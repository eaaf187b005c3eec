import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import { gauge } from '#core/measures.ts'
import { rateLimitsOf } from '#core/settings/rate-limits.ts'
import { presentService } from '#db/rows/present-service.ts'
import type { ClientReader } from '#http/client-address.ts'
import { Connections } from '#http/connections.ts'
import { answerWriter } from '#http/document/answer-writers.ts'
import { documentApi } from '#http/document/document-api.ts'
import { openApiDocument } from '#http/document/openapi.ts'
import { allowOrigins } from '#http/headers/allowed-origins.ts'
import { answerHeaders, secureAnswers } from '#http/headers/security-headers.ts'
import { readJsonBodies } from '#http/json-body.ts'
import { leaveLineBodies } from '#http/lines/lines.ts'
import { measureRequests } from '#http/metrics.ts'
import { type HttpDependencies, mount } from '#http/mount.ts'
import { refuseCounted } from '#http/rate-limit/counted-refusal.ts'
import { connectionRefuser } from '#http/raw-answers.ts'
import { passOverExpectations, problemOfHead } from '#http/request-head.ts'
import { logRequests } from '#http/request-log.ts'
import { type AnyRoute, alsoBelow, type Routes } from '#http/route.ts'
import { answerBadRequests, holdConnections, problemOfAddress, refuseWhileClosing, serverOptions } from '#http/server.ts'
import { EventStreams } from '#http/streams/event-streams.ts'
import { traceRequests } from '#http/trace-requests.ts'
import { answerUnknownPaths } from '#http/unknown-paths.ts'
import { lingerOverUnread } from '#http/unread-bodies.ts'
import { leaveMultipartBodies } from '#http/uploads/incoming-file.ts'
import { readMultipartBodies } from '#http/uploads/upload.ts'
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
import { othersSessionRoutes } from '#modules/auth/others-sessions.routes.ts'
import { adminProviderRoutes, userProviderRoutes } from '#modules/auth/provider-login.routes.ts'
import { resetPage } from '#modules/auth/reset-page.ts'
import { sessionRoutes } from '#modules/auth/session.routes.ts'
import { twoFactorRoutes } from '#modules/auth/two-factor.routes.ts'
import { userAuthRoutes } from '#modules/auth/user-auth.routes.ts'
import { userPhoneRoutes } from '#modules/auth/user-phone.routes.ts'
import { userRegistrationRoutes } from '#modules/auth/user-registration.routes.ts'
import { builtFolder, readBuilt } from '#modules/console/built-files.ts'
import { consoleFiles } from '#modules/console/console-files.ts'
import { dashboardRoutes } from '#modules/dashboard/dashboard.routes.ts'
import { deadJobRoutes } from '#modules/dead-jobs/dead-jobs.routes.ts'
import { domainRoutes } from '#modules/domains/domains.routes.ts'
import { emailRoutes } from '#modules/emails/emails.routes.ts'
import { sampleMailRoutes } from '#modules/emails/sample-mail.routes.ts'
import { fileRoutes } from '#modules/files/files.routes.ts'
import { pictureFiles } from '#modules/files/picture-files.ts'
import { publicFiles } from '#modules/files/public-files.ts'
import { healthRoutes } from '#modules/health/health.routes.ts'
import { identityProviderRoutes } from '#modules/identity-providers/identity-providers.routes.ts'
import { menuRoutes } from '#modules/menus/menus.routes.ts'
import { messageTemplateRoutes } from '#modules/message-templates/message-templates.routes.ts'
import { notificationRoutes } from '#modules/notifications/notifications.routes.ts'
import { notificationStreamRoutes } from '#modules/notifications/notifications.stream.routes.ts'
import { permissionRoutes } from '#modules/permissions/permissions.routes.ts'
import { preferenceRoutes } from '#modules/preferences/preferences.routes.ts'
import { frontPage } from '#modules/public/front-page.ts'
import { publicRoutes } from '#modules/public/public.routes.ts'
import { recycleBinRoutes } from '#modules/recycle-bin/recycle-bin.routes.ts'
import { roleRoutes } from '#modules/roles/roles.routes.ts'
import { tenantRoleRoutes } from '#modules/roles/tenant-roles.routes.ts'
import { searchRoutes } from '#modules/search/search.routes.ts'
import { settingsRoutes } from '#modules/settings/settings.routes.ts'
import { startRoutes } from '#modules/start/start.routes.ts'
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
  '/api/v1/Users': { ...userMeRoutes, ...preferenceRoutes('user') },
  '/api/v1/Admins': {
    ...adminMeRoutes,
    ...preferenceRoutes('admin'),
    ...startRoutes,
    ...adminBulkRoutes,
    ...adminImpersonationRoutes,
    ...adminRoutes,
    ...adminLifecycleRoutes,
    ...othersSessionRoutes('admin'),
    ...adminSuperadminRoutes,
  },
  '/api/v1/users': { ...userRoutes, ...userLifecycleRoutes, ...othersSessionRoutes('user'), ...userImportRoutes },
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
  '/api/v1/notifications': { ...notificationRoutes, ...notificationStreamRoutes },
  '/api/v1/message-templates': { ...messageTemplateRoutes, ...sampleMailRoutes },
  '/api/v1/settings': settingsRoutes,
  '/api/v1/jobs': deadJobRoutes,
  '/api/v1/menus': menuRoutes,
  '/api/v1/files': fileRoutes,
  '/api/v1/permissions': permissionRoutes,
  '/api/v1/search': searchRoutes,
  '/api/v1/public': publicRoutes,
  '/api/v1/audit': auditRoutes,
  '/api/v1/dashboard': dashboardRoutes,
  '/api/v1/emails': emailRoutes,
  '/api/v1/recycle-bin': recycleBinRoutes,
  '/api/v1/webhooks': alsoBelow('/api/webhooks', { ...webhookRoutes, ...webhookLogRoutes, ...webhookReplayRoutes }),
  '': healthRoutes,
}

let written: ReturnType<typeof openApiDocument> | undefined

/** The OpenAPI document of the whole service: what it answers, and what it sends. Written once a process; nobody changes it. */
export const apiDocument = () => (written ??= openApiDocument(modules, webhookEvents))

export interface AppOptions {
  readonly log: Logger
  /** Whether the interactive documentation and the document are served. */
  readonly swagger: boolean
  /** Where the console was built to, if not where `npm ci` builds it. */
  readonly consoleFolder?: string
}

/** What of the configuration the HTTP service is told, and no more. */
export const appOptions = ({ swagger }: Omit<AppOptions, 'log'>, log: Logger): AppOptions => ({ log, swagger })

/** The HTTP service over a pipeline that is ready; listens nowhere yet. */
export async function buildApp(
  dependencies: Omit<HttpDependencies, keyof ClientReader | 'streams' | 'present'>,
  options: AppOptions,
  client: ClientReader,
): Promise<FastifyInstance> {
  const streams = new EventStreams(dependencies.service, dependencies.sessions)
  const whole: HttpDependencies = { ...dependencies, ...client, streams, present: presentService(dependencies.service) }
  const { service } = dependencies
  const connections = new Connections(() => service.options.connectionLimits, client.peer)
  const headersOf = answerHeaders(() => service.options.publicUrl, client)
  const app = Fastify(serverOptions(options.log, headersOf, whole, connectionRefuser(whole, connections)))
  const { limiter } = dependencies
  service.serviceSettings.follow((values) => {
    const { enabled, groups, otp } = rateLimitsOf(values)
    limiter.configure({ enabled, groups, cooldownSeconds: otp.cooldownSeconds })
  })
  dependencies.service.checks.set('limiter', async () =>
    limiter.state() === 'fallback' ? { status: 'degraded', note: 'Redis is away' } : { status: 'ok' },
  )
  const open = {
    tenantry_http_connections: gauge('Connections that are open, by which requests come', () => connections.size),
    tenantry_event_streams: gauge('Streams of events that are open', () => streams.size),
  }
  for (const [name, measure] of Object.entries({ ...limiter.measures(), ...open })) dependencies.service.measures.set(name, measure)
  holdConnections(app, connections)
  lingerOverUnread(app)
  logRequests(app, () => service.options.logRequests)
  traceRequests(app)
  secureAnswers(app, headersOf)
  refuseWhileClosing(app)
  refuseCounted(app, whole, [problemOfAddress, problemOfHead])
  passOverExpectations(app)
  readJsonBodies(app)
  answerBadRequests(app)
  app.setSerializerCompiler(answerWriter as never)
  app.decorateRequest('actor', undefined)
  app.decorateRequest('streamEndsAt', undefined)
  app.addHook('preClose', async () => streams.close())
  await allowOrigins(app, () => service.options.corsOrigins)
  measureRequests(app, service)
  // The hooks of a plug-in run for every request of its scope: only those pay for cookies and uploads that have any.
  const mountPart = (scope: FastifyInstance, part: Part) => {
    for (const [base, routes] of Object.entries(modules)) {
      const chosen = Object.entries(routes).filter(([, endpoint]) => partOf(base, endpoint) === part)
      mount(scope, whole, base, Object.fromEntries(chosen))
    }
  }
  const scopes: Record<Exclude<Part, 'plain'>, (scope: FastifyInstance) => unknown> = {
    cookies: (scope) => scope.register(cookie),
    uploads: readMultipartBodies,
    incoming: leaveMultipartBodies,
    lines: leaveLineBodies,
  }
  mountPart(app, 'plain')
  for (const [part, prepare] of Object.entries(scopes)) {
    const scoped: FastifyPluginAsync = async (scope) => {
      await prepare(scope)
      mountPart(scope, part as Part)
    }
    await app.register(scoped)
  }
  const consoleFolder = options.consoleFolder ?? builtFolder()
  await app.register(resetPage, { hasConsole: readBuilt(consoleFolder) !== null })
  await app.register(consoleFiles, { folder: consoleFolder })
  await app.register(frontPage, { serviceName: () => service.options.serviceName, swagger: options.swagger })
  await app.register(pictureFiles, { service: dependencies.service })
  await app.register(publicFiles, whole)
  if (options.swagger) await documentApi(app, apiDocument)
  answerUnknownPaths(app, whole, modules)
  return app
}

type Part = 'plain' | 'cookies' | 'uploads' | 'incoming' | 'lines'

function partOf(base: string, { upload, receives, lines, setsCookie }: AnyRoute): Part {
  if (upload) return 'uploads'
  if (receives) return 'incoming'
  if (lines) return 'lines'
  return setsCookie || base.startsWith('/api/v1/auth/') ? 'cookies' : 'plain'
}
