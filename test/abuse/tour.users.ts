/** The stops of the tour at which an end user is at work: registration, proof, sign-in, second factor, own account, reset. */
import { codeAt } from '../auth/authenticator.ts'
import { codeFor } from '../users/rig.ts'
import { picture } from './picture.ts'
import type { Stop } from './tour.tenants.ts'

const door = '/api/v1/auth/user'

export async function tourUsers({ app, call, mark, keep, tenantCode }: Stop & { readonly tenantCode: string }): Promise<void> {
  const person = { username: `u-${mark}`, email: `user-${mark}@example.test`, password: keep<string>(`a password of ${mark}`) }
  const { id } = await call(`POST ${door}/register`, { body: { ...person, firstName: `User ${mark}`, tenantCode } })
  const whose = { email: person.email, tenantCode }
  await call(`POST ${door}/send-email-verification`, { body: whose })
  await call(`POST ${door}/verify-email`, { body: { ...whose, code: keep(await codeFor(app, id, 'email_verification')) } })
  const signIn = async () => {
    const answer = await call(`POST ${door}/login`, { body: { username: person.username, password: person.password, tenantCode } })
    for (const token of [answer.accessToken, answer.refreshToken]) if (token) keep(token)
    return answer
  }
  const { refreshToken } = await signIn()
  const pair = await call(`POST ${door}/refresh`, { body: { refreshToken } })
  let token: string = keep(pair.accessToken)
  keep(pair.refreshToken)
  await call('GET /api/v1/Users/me', { token })
  await call('PUT /api/v1/Users/me/preferences', { token, body: { language: 'ar' } })
  await call('GET /api/v1/Users/me/preferences', { token })
  await call('PUT /api/v1/Users/me', { token, body: { lastName: `Last ${mark}`, phoneNumber: '+4915112345678' } })
  await call('POST /api/v1/Users/me/avatar', { token, ...(await picture()) })
  await call('DELETE /api/v1/Users/me/avatar', { token })

  const { secret } = await call(`POST ${door}/2fa/enable`, { token, body: { password: person.password } })
  const nextCode = () => {
    app.clock.turn(30_000)
    return keep(codeAt(keep(secret), app.clock.now()))
  }
  for (const code of (await call(`POST ${door}/2fa/confirm`, { token, body: { code: nextCode() } })).backupCodes) keep(code)
  const { twoFactorToken } = await signIn()
  const proved = await call(`POST ${door}/2fa/verify`, { body: { twoFactorToken: keep(twoFactorToken), code: nextCode() } })
  token = keep(proved.accessToken)
  keep(proved.refreshToken)
  for (const code of (await call(`POST ${door}/2fa/backup-codes/regenerate`, { token, body: { code: nextCode() } })).backupCodes) keep(code)
  await call(`POST ${door}/2fa/disable`, { token, body: { password: person.password, code: nextCode() } })

  const newPassword = keep(`another password of ${mark}`)
  await call('POST /api/v1/Users/:id/change-password', { token, id, body: { currentPassword: person.password, newPassword } })
  person.password = newPassword
  token = (await signIn()).accessToken
  await call(`GET ${door}/security-log`, { token })
  const ended = (await call(`GET ${door}/sessions`, { token })).find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  await call(`DELETE ${door}/sessions/:tokenId`, { token, id: ended.tokenId })
  await call(`POST ${door}/logout`, { token })
  await call(`POST ${door}/sessions/revoke-all`, { token: (await signIn()).accessToken })

  await call(`POST ${door}/request-password-reset`, { body: whose })
  const code = keep(await codeFor(app, id, 'password_reset_otp'))
  await call(`POST ${door}/reset-password`, { body: { ...whose, code, newPassword: keep(`a third password of ${mark}`) } })
}
