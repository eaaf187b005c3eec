/** The stops of the tour at which somebody comes through a provider, of either kind. */
import { googleAt } from '../providers/google.ts'
import type { Stop } from './tour.tenants.ts'

export async function tourProviders({
  app,
  call,
  mark,
  keep,
  tenantCode,
  token,
  tenantId,
}: Stop & { readonly tenantCode: string }): Promise<void> {
  const sign = await googleAt(app)
  const person = (name: string) => ({
    sub: `${name}-${mark}`,
    email: `${name}-${mark}@example.test`,
    email_verified: true,
    given_name: `By google ${mark}`,
  })
  for (const kind of ['user', 'admin'] as const) {
    const door = `/api/v1/auth/${kind}`
    const where = kind === 'user' ? { tenantCode } : { tenantId }
    const someone = person(`google-${kind}`)
    let own = token
    const link = async (claims: Record<string, unknown>) =>
      call(`POST ${door}/external-logins/link`, { token: own, body: { provider: 'google', token: keep(await sign(claims)) } })
    if (kind === 'admin') await link(someone)
    const answer = await call(`POST ${door}/login/:provider`, { id: 'google', body: { token: keep(await sign(someone)), ...where } })
    own = keep(answer.accessToken)
    keep(answer.refreshToken)
    await link(person(`other-${kind}`))
    const [first] = await call(`GET ${door}/external-logins`, { token: own })
    await call(`DELETE ${door}/external-logins/:externalLoginId`, { token: own, id: first.id })
  }
}
