/** End users as their doors see them: imported with hashes of every form that is no dearer than ours, and asked for codes. */
import { argon2Sync, pbkdf2Sync, randomBytes, randomUUID } from 'node:crypto'
import bcrypt from 'bcrypt'
import type { Client } from '../test/rig/http.ts'
import type { Door } from './timing.ts'

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** Of one password; the cost is that of the service. */
const hashes: Readonly<Record<string, (password: string, cost: number) => string>> = {
  'bcrypt of the same cost': (password, cost) => bcrypt.hashSync(password, cost),
  'bcrypt of a sixteenth': (password, cost) => bcrypt.hashSync(password, cost - 4),
  'argon2id of 1 MiB': (password) => {
    const nonce = randomBytes(16)
    const tag = argon2Sync('argon2id', { message: password, nonce, memory: 1024, passes: 2, parallelism: 1, tagLength: 32 })
    return `$argon2id$v=19$m=1024,t=2,p=1$${base64(nonce)}$${base64(tag)}`
  },
  'PBKDF2 of 10,000': (password) => {
    const salt = randomBytes(16)
    return `$pbkdf2-sha256$i=10000$${base64(salt)}$${base64(pbkdf2Sync(password, salt, 10_000, 32, 'sha256'))}`
  },
}

/** Users of a tenant with each form of hash, and the doors they are tried at. */
export async function userDoors(http: Client, token: string, tenantCode: string, cost: number, number: number): Promise<Door[]> {
  const doors: Door[] = []
  const path = '/api/v1/auth/user'
  for (const [form, hash] of Object.entries(hashes)) {
    const known = await importUsers(http, token, number, hash(`a password of ${randomUUID()}`, cost))
    const body = (username: string) => ({ username, password: 'a wrong password', tenantCode })
    doors.push({ what: `sign-in of a user, ${form}`, path: `${path}/login`, body, status: 401, known })
  }
  const hash = hashes['argon2id of 1 MiB']!('a password', cost)
  for (const what of ['request-password-reset', 'send-email-verification']) {
    const known = await importUsers(http, token, number * 20, hash)
    // one address is asked once: the next send has to wait for a minute
    doors.push({ what, path: `${path}/${what}`, body: (email) => ({ email, tenantCode }), status: 202, known, isOnce: true })
  }
  const phones = await importUsers(http, token, number * 20, hash, true)
  const body = (phoneNumber: string) => ({ phoneNumber, tenantCode })
  doors.push({ what: 'send-phone-verification', path: `${path}/send-phone-verification`, body, status: 202, known: phones, isOnce: true })
  return doors
}

/** @returns their addresses, or their numbers */
async function importUsers(http: Client, token: string, number: number, passwordHash: string, withPhones = false): Promise<string[]> {
  const people = Array.from({ length: number }, () => ({
    email: `known-${randomUUID()}@example.test`,
    passwordHash,
    ...(withPhones && { phoneNumber: `+96279${randomBytes(4).readUInt32BE().toString().padStart(10, '0').slice(0, 7)}` }),
  }))
  const body = people.map((person) => `${JSON.stringify(person)}\n`).join('')
  const headers = { 'content-type': 'application/x-ndjson' }
  const reply = await http.request('POST', '/api/v1/users/import', { raw: body, headers, token })
  if (!reply.text.includes(`"affected":${number},`)) throw new Error(`the import answered ${reply.status}: ${reply.text.slice(-300)}`)
  return people.map(({ email, phoneNumber }) => phoneNumber ?? email)
}
