/** The calls of a service that is in use: sign-ins, writes of every kind, files, mails and texts, and what was acknowledged of them. */
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { form, pdf, uploadPath } from '../files/rig.ts'
import { expectStatus } from '../harness.ts'
import type { Client, Reply } from '../rig/http.ts'
import { newNumber } from '../sms/users.ts'
import { newUser } from '../users/making.ts'
import { liveOn } from './admin-lives.ts'
import { createTenant, History, tokenOf } from './kill-loop.ts'
import { signIn, tenantOf } from './scene.ts'

/** What was acknowledged, and what was only asked for where that makes a difference. */
export class Deeds {
  /** Of tenants and of admins who live and die. */
  readonly history = new History()
  readonly roles: string[] = []
  readonly users: string[] = []
  readonly mails: string[] = []
  /** Numbers to which a text is owed. */
  readonly texted: string[] = []
  /** Files that must be there, by id, with the digest of what is in them; those that must not; and those of which nobody knows. */
  readonly files = new Map<string, string>()
  readonly deleted: string[] = []
  readonly doubtful: string[] = []
  readonly signIns = { asked: 0, done: 0 }
  readonly turns = { asked: 0, done: 0 }
}

export interface Mix {
  readonly home: { readonly id: string; readonly code: string; readonly adminId: string; readonly token: string }
  /** Where somebody signs in all the time. */
  readonly other: { readonly id: string }
  /** Of the owner. */
  readonly token: string
  readonly calls: Readonly<Record<Kind, (http: Client) => Promise<Reply>>>
}
export type Kind = 'signIn' | 'tenant' | 'admin' | 'role' | 'update' | 'person' | 'upload' | 'deletion' | 'mail'

/** Makes who is there from the beginning, and who is told of what happens. */
export async function mixOf(http: Client, deeds: Deeds, hookUrl: string): Promise<Mix> {
  const token = await tokenOf(http)
  const home = await tenantOf(http, token)
  // not the owner: each sign-in may end the oldest of its sessions
  const other = await tenantOf(http, token)
  const own = expectStatus(await signIn(http, home), 200).json
  const { code } = expectStatus(await http.get(`/api/v1/Tenants/${home.id}`, { token }), 200).json
  const template = { name: `Letter ${randomUUID()}`, subject: 'Hello {{name}}', bodyHtml: '<p>Dear {{name}}</p>', category: 'marketing' }
  const templateId = expectStatus(await http.post('/api/v1/message-templates', template, { token: own.accessToken }), 201).json.id
  for (const [path, caller] of [
    ['platform', token],
    ['home', own.accessToken],
  ] as const) {
    const events = ['entity.created', 'entity.deleted', 'tenant.created', 'user.created']
    expectStatus(await http.post('/api/v1/webhooks', { url: `${hookUrl}/${path}`, events }, { token: caller }), 201)
  }
  deeds.history.home = { id: home.id, roleId: home.roleId }
  const whose = { id: home.id, code, adminId: own.user.id, token: own.accessToken }
  return { home: whose, other, token, calls: { ...callsOfPeople(deeds, whose, other, token), ...callsOfThings(deeds, whose, templateId) } }
}

type Other = Parameters<typeof signIn>[1]

function callsOfPeople(deeds: Deeds, home: Mix['home'], other: Other, token: string) {
  const numbers: string[] = []
  return {
    async signIn(http: Client) {
      deeds.signIns.asked++
      const reply = await signIn(http, other)
      if (reply.status === 200) deeds.signIns.done++
      return reply
    },
    tenant: (http: Client) => createTenant(http, token, deeds.history),
    admin: (http: Client) => liveOn(http, token, deeds.history.lives, deeds.history.home!, 0),
    /** In turn: somebody is made, and asked to prove the number. */
    async person(http: Client) {
      const phoneNumber = numbers.pop() ?? null
      if (phoneNumber === null) {
        const user = newUser({ phoneNumber: newNumber() })
        const made = await http.post('/api/v1/users', user, { token: home.token })
        if (made.status !== 201) return made
        deeds.users.push(made.json.id)
        numbers.push(user.phoneNumber)
        return made
      }
      // each from a client of its own, who has not asked before
      const headers = { 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` }
      const body = { phoneNumber, tenantCode: home.code }
      const reply = await http.post('/api/v1/auth/user/send-phone-verification', body, { headers })
      if (reply.status === 202) deeds.texted.push(phoneNumber)
      return reply
    },
  }
}

/** Every so many of them is sent to the store in several pieces. */
const largeEvery = 7
const largeBytes = 6 * 1024 * 1024

function callsOfThings(deeds: Deeds, home: Mix['home'], templateId: string) {
  const { token } = home
  let uploads = 0
  return {
    async role(http: Client) {
      const reply = await http.post('/api/v1/roles', { name: `Role ${randomUUID()}` }, { token })
      if (reply.status === 201) deeds.roles.push(reply.json.id)
      return reply
    },
    /** Always the same record, with a number that grows. */
    async update(http: Client) {
      const turn = ++deeds.turns.asked
      const reply = await http.request('PUT', `/api/v1/Admins/${home.adminId}`, { body: { lastName: `Turn ${turn}` }, token })
      if (reply.status === 200) deeds.turns.done = turn
      return reply
    },
    async upload(http: Client) {
      const bytes = Buffer.concat([pdf(uploads++ % largeEvery === largeEvery - 1 ? largeBytes : 1000), Buffer.from(randomUUID())])
      const reply = await http.request('POST', uploadPath, { ...form(bytes, 'a.pdf'), token })
      if (reply.status === 201) deeds.files.set(reply.json.id, createHash('sha256').update(bytes).digest('hex'))
      return reply
    },
    /** Of the oldest; some always stay. Where there are too few it is a look at the list. */
    async deletion(http: Client) {
      const [id] = deeds.files.keys()
      if (id === undefined || deeds.files.size < 4) return await http.get('/api/v1/files', { token })
      deeds.files.delete(id)
      const reply = await http.request('DELETE', `/api/v1/files/${id}`, { token }).catch((error) => {
        deeds.doubtful.push(id)
        throw error
      })
      if (reply.status === 204) deeds.deleted.push(id)
      else deeds.doubtful.push(id)
      return reply
    },
    async mail(http: Client) {
      const to = `${randomUUID()}@example.test`
      const reply = await http.post('/api/v1/emails/send', { to, templateId, variables: { name: 'Lina' } }, { token })
      if (reply.status === 202) {
        assert.equal(reply.json.to, to)
        deeds.mails.push(reply.json.id)
      }
      return reply
    },
  }
}
