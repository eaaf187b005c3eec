import type { FastifyInstance, InjectOptions } from 'fastify'
import { minutesMs } from '#core/clock.ts'
import type { DemoClock } from './demo-clock.ts'
import type { Paper } from './platform-papers.ts'

export interface Person {
  readonly id: string
  readonly email: string
  /** Null: of the platform. */
  readonly tenantId: string | null
  readonly roleName: string
  readonly ipAddress: string
  readonly device: string
  /** Blocked, deactivated or deleted: no longer signs in. */
  isGone: boolean
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: whoever called knows what that route answers
  readonly body: any
}

/** What a signed-in device keeps; times in milliseconds of the demo's clock. */
interface Session {
  readonly token: string
  readonly refreshToken: string
  readonly tokenUntil: number
  readonly dayUntil: number
}

/** Shorter than an access token lives, so that it is never found expired on the way. */
const tokenMs = minutesMs(10)
/** Whoever signed in goes on for a working day; on the next one they sign in again. */
const dayMs = minutesMs(9 * 60)
/** The only wrong one, for every other would be checked with a hash of its own. */
export const wrongPassword = 'let me in please'
const signInPath = '/api/v1/auth/admin/login'
const refreshPath = '/api/v1/auth/admin/refresh'

/** The demo's people at their desks: everything they do goes the whole pipeline of a request, from the rate limits to the audit log. */
export class Visits {
  readonly #app: FastifyInstance
  readonly #clock: DemoClock
  readonly #password: string
  readonly #sessions = new Map<string, Session>()

  constructor(app: FastifyInstance, clock: DemoClock, password: string) {
    this.#app = app
    this.#clock = clock
    this.#password = password
  }

  /** A sign-in with the right password, or with another one; from elsewhere where an address is given. */
  async signIn(person: Person, { password = this.#password, ipAddress = person.ipAddress } = {}): Promise<Answer> {
    const place = person.tenantId === null ? { isPlatformAdmin: true } : { tenantId: person.tenantId }
    const answer = await this.#send({ ...person, ipAddress }, 'POST', signInPath, { identifier: person.email, password, ...place })
    if (answer.status === 200) this.#keep(person, answer, this.#clock.now().getTime() + dayMs)
    return answer
  }

  /** A sign-in under a name that nobody has. */
  async guess(identifier: string, tenantId: string, from: { ipAddress: string; device: string }): Promise<Answer> {
    return await this.#send(from, 'POST', signInPath, { identifier, password: wrongPassword, tenantId })
  }

  /** A request of somebody who shows no token. */
  async knock(from: Pick<Person, 'ipAddress' | 'device'>, url: string, body: object): Promise<Answer> {
    return await this.#send(from, 'POST', url, body)
  }

  async signOut(person: Person): Promise<void> {
    await this.call(person, 'POST', '/api/v1/auth/admin/logout')
    this.#sessions.delete(person.id)
  }

  /**
   * A request that must succeed, by somebody who signs in first where that is needed. Returns the body of the answer.
   * @throws Error when it is refused: the demo would lack something that others need
   */
  async call(person: Person, method: Method, url: string, body?: object): Promise<Answer['body']> {
    const { status, body: answer } = await this.attempt(person, method, url, body)
    if (status >= 300) throw new Error(`${method} ${url} as ${person.email} answered ${status} ${JSON.stringify(answer)}`)
    return answer
  }

  /** A request by somebody who signs in first where that is needed; whatever its answer is, it is returned. */
  async attempt(person: Person, method: Method, url: string, body?: object): Promise<Answer> {
    return await this.#send(person, method, url, body, await this.#tokenOf(person))
  }

  /** Keeps a file for the tenant of whoever sends it, or for the platform. */
  async upload(person: Person, { name, type, text }: Paper): Promise<void> {
    const form = new FormData()
    form.append('file', new File([text], name, { type }))
    const { status, body } = await this.#send(person, 'POST', '/api/v1/files/upload', form, await this.#tokenOf(person))
    if (status !== 201) throw new Error(`the upload of ${name} answered ${status} ${JSON.stringify(body)}`)
  }

  async #tokenOf(person: Person): Promise<string> {
    const kept = this.#sessions.get(person.id)
    const now = this.#clock.now().getTime()
    if (kept && now < kept.tokenUntil) return kept.token
    if (kept && now < kept.dayUntil) {
      const renewed = await this.#send(person, 'POST', refreshPath, { refreshToken: kept.refreshToken })
      if (renewed.status === 200) return this.#keep(person, renewed, kept.dayUntil)
    }
    const answer = await this.signIn(person)
    if (answer.status !== 200) throw new Error(`the sign-in of ${person.email} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.accessToken
  }

  #keep(person: Person, { body: { accessToken, refreshToken } }: Answer, dayUntil: number): string {
    this.#sessions.set(person.id, { token: accessToken, refreshToken, tokenUntil: this.#clock.now().getTime() + tokenMs, dayUntil })
    return accessToken
  }

  async #send(
    from: Pick<Person, 'ipAddress' | 'device'>,
    method: Method,
    url: string,
    body: object | undefined,
    token?: string,
  ): Promise<Answer> {
    const request: InjectOptions = {
      method,
      url,
      remoteAddress: from.ipAddress,
      headers: { 'user-agent': from.device, ...(token && { authorization: `Bearer ${token}` }) },
      // a form is sent as a browser does; light-my-request writes it out
      ...(body && { payload: body }),
    }
    const { statusCode, payload } = await this.#app.inject(request)
    return { status: statusCode, body: payload === '' ? null : JSON.parse(payload) }
  }
}
