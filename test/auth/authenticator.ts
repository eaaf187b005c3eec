/** An authenticator app of our own: RFC 6238 by node:crypto alone, so that it shares no code with the service. */
import { createHmac } from 'node:crypto'
import type { Reply, TestApp } from '../harness.ts'
import { login, type TestAdmin } from './people.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a base32 text (RFC 4648, section 6). */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of a secret at a time, `steps` of 30 seconds later (RFC 4226, section 5.3). */
export function codeAt(secret: string, now: Date, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 30_000) + steps))
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (hash.at(-1) as number) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A code that is right in no step near this time. */
export function wrongCode(secret: string, now: Date): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, now, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) as string
}

export interface TwoFactor {
  readonly secret: string
  readonly backupCodes: string[]
  /** Of the session that switched it on. */
  readonly token: string
}

export const path = (name: string) => `/api/v1/auth/admin/2fa/${name}`

/** Switches two-factor on for an admin and turns the clock one step on, so that the next code is a fresh one. */
export async function enableTwoFactor(app: TestApp, admin: TestAdmin): Promise<TwoFactor> {
  return await enableTwoFactorAt(app, '/api/v1/auth/admin', admin.password, (await login(app, admin)).json.accessToken)
}

/** The same in a session of either kind, at the doors of that kind. */
export async function enableTwoFactorAt(app: TestApp, area: string, password: string, token: string): Promise<TwoFactor> {
  const { secret } = (await app.post(`${area}/2fa/enable`, { password }, { token })).json
  const confirmed = await app.post(`${area}/2fa/confirm`, { code: codeAt(secret, app.clock.now()) }, { token })
  if (confirmed.status !== 200) throw new Error(`confirm answered ${confirmed.status} ${confirmed.text}`)
  app.clock.turn(30_000)
  return { secret, backupCodes: confirmed.json.backupCodes, token }
}

/** Signs in with the password; the token that waits for the code. */
export async function pendingToken(app: TestApp, admin: TestAdmin): Promise<string> {
  const reply = await login(app, admin)
  if (!reply.json.twoFactorToken) throw new Error(`login answered ${reply.status} ${reply.text}`)
  return reply.json.twoFactorToken
}

export const verify = (app: TestApp, twoFactorToken: string, code: string): Promise<Reply> =>
  app.post(path('verify'), { twoFactorToken, code })
