/** The service with all four providers on loopback, and people who come from them. */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { type AppOptions, type Reply, startTwo, type TestApp } from '../harness.ts'
import { type GraphApi, graphApp, startGraph } from '../rig/graph.ts'
import { type OpenIdIssuer, startOpenIdIssuer } from '../rig/openid.ts'

export const clientId = 'tenantry-at-providers'
export const appleKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })

export interface Providers {
  readonly app: TestApp
  /** On PostgreSQL two services over one database; else twice the same. */
  readonly apps: readonly [TestApp, TestApp]
  readonly google: OpenIdIssuer
  readonly apple: OpenIdIssuer
  readonly microsoft: OpenIdIssuer
  readonly graph: GraphApi
}

/** Starts all of them; the time of tokens is that of the service. */
export async function startProviders(options: AppOptions = {}): Promise<Providers> {
  let app: TestApp | undefined
  const now = () => app?.clock.now() ?? new Date()
  const [google, apple, microsoft] = await Promise.all(
    (['RS256', 'ES256', 'ES256'] as const).map((alg) => startOpenIdIssuer(now, clientId, alg)),
  )
  if (!google || !apple || !microsoft) throw new Error('an issuer is missing')
  microsoft.issuer = `${microsoft.url}/{tenantid}/v2.0`
  const graph = await startGraph()
  const env = {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: 'secret of google',
    GOOGLE_ISSUER: google.issuer,
    APPLE_CLIENT_ID: clientId,
    APPLE_TEAM_ID: 'TEAM',
    APPLE_KEY_ID: 'KEY',
    APPLE_PRIVATE_KEY: appleKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    APPLE_ISSUER: apple.issuer,
    MICROSOFT_CLIENT_ID: clientId,
    MICROSOFT_CLIENT_SECRET: 'secret of microsoft',
    MICROSOFT_ISSUER: microsoft.issuer,
    FACEBOOK_CLIENT_ID: graphApp.id,
    FACEBOOK_CLIENT_SECRET: graphApp.secret,
    FACEBOOK_GRAPH_URL: graph.url,
    FACEBOOK_DIALOG_URL: `${graph.url}/dialog/oauth`,
  }
  const apps = await startTwo({ ...options, env: { ...env, ...options.env } })
  app = apps[0]
  return { app, apps, google, apple, microsoft, graph }
}

/** Somebody as a provider knows them, whom it vouches for. */
export function somebody(more: Record<string, unknown> = {}) {
  const mark = randomUUID().slice(0, 8)
  return {
    sub: `subject-${mark}`,
    email: `person-${mark}@example.test`,
    email_verified: true,
    given_name: 'Lina',
    family_name: 'Khoury',
    ...more,
  }
}

export const userDoor = '/api/v1/auth/user'
export const adminDoor = '/api/v1/auth/admin'

/** Signs in with a token of google, unless another provider is named. */
export const userByToken = (app: TestApp, token: string, tenantCode?: string, more: object = {}, provider = 'google'): Promise<Reply> =>
  app.post(`${userDoor}/login/${provider}`, { token, ...(tenantCode !== undefined && { tenantCode }), ...more })

export const rowsOf = (app: TestApp, subject: string) =>
  app.open.service.database.kysely.selectFrom('externalLogins').selectAll().where('subject', '=', subject).execute()

export const accountOf = (app: TestApp, id: string) =>
  app.open.service.database.kysely.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The fields that a refusal names. */
export const fieldsOf = (reply: Reply): string[] => reply.json.errors.map(({ field }: { field: string }) => field)
