/** Calls of several kinds that go on over several processes, one of each kind at a time, and how they were answered. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, client, type Reply } from '../rig/http.ts'
import { eventually } from '../rig/ports.ts'

/** Makes one call, and remembers what was acknowledged. */
export type Call = (http: Client) => Promise<Reply>

/** What may be said of a call: it was done, it was refused for now, or the process that it went to was on its way out. */
export type Outcome = 'done' | 'unavailable' | 'lost'

/** Between two calls of a kind: what is waited for are faults, and a processor that is never idle makes each take longer. */
const pauseMs = 100

export class Traffic<Kind extends string> {
  readonly counts: Readonly<Record<Kind, Record<Outcome, number>>>
  readonly #calls: Readonly<Record<Kind, Call>>
  readonly #kinds: readonly Kind[]
  /** Those that are in the rotation of the load balancer that this stands for. */
  readonly #urls: () => readonly string[]
  readonly #over = new AbortController()
  readonly #failed = Promise.withResolvers<never>()
  #running: Promise<unknown> = Promise.resolve()

  constructor(calls: Readonly<Record<Kind, Call>>, urls: () => readonly string[]) {
    this.#calls = calls
    this.#urls = urls
    this.#kinds = Object.keys(calls) as Kind[]
    this.counts = Object.fromEntries(this.#kinds.map((kind) => [kind, { done: 0, unavailable: 0, lost: 0 }])) as never
    // who waits for more hears of it; who waits for nothing yet must not end the process
    this.#failed.promise.catch(() => {})
  }

  start(): this {
    this.#running = Promise.all(this.#kinds.map((kind) => this.#goOn(kind).catch(this.#failed.reject)))
    return this
  }

  /** Resolves when the last call is answered. */
  async stop(): Promise<void> {
    this.#over.abort()
    await Promise.race([this.#running, this.#failed.promise])
    await Promise.race([this.#failed.promise, Promise.resolve()])
  }

  /**
   * Waits until so many more calls of each of these kinds, of all unless given, were answered so.
   *
   * @throws AssertionError when any call was answered as none may be
   */
  async more(n: number, outcome: Outcome = 'done', kinds: readonly Kind[] = this.#kinds): Promise<void> {
    const goals = kinds.map((kind) => ({ kind, goal: this.counts[kind][outcome] + n }))
    const open = () => goals.filter(({ kind, goal }) => this.counts[kind][outcome] < goal).map(({ kind }) => kind)
    const all = eventually(`${n} more ${outcome}`, () => open().length === 0, 300_000).catch((error) => {
      throw new Error(`${error.message}: ${open()} of ${JSON.stringify(this.counts)}`)
    })
    await Promise.race([all, this.#failed.promise])
  }

  async #goOn(kind: Kind): Promise<void> {
    for (let turn = 0; !this.#over.signal.aborted; turn++) {
      const urls = this.#urls()
      const outcome = await this.#call(kind, urls[turn % urls.length]!)
      this.counts[kind][outcome]++
      await sleep(pauseMs)
    }
  }

  async #call(kind: Kind, url: string): Promise<Outcome> {
    const reply = await this.#calls[kind](patient(url)).catch((error: NodeJS.ErrnoException) => error)
    if (reply instanceof Error) {
      const isForeseen = /^ECONN(?:REFUSED|RESET)$/.test(String((reply as NodeJS.ErrnoException).code)) && !this.#urls().includes(url)
      if (isForeseen) return 'lost'
      throw new Error(`${kind} was not answered: ${reply.message}`, { cause: reply })
    }
    if (reply.status >= 200 && reply.status < 300) return 'done'
    assert.equal(reply.status, 503, `${kind} was answered ${reply.status}: ${reply.text}`)
    assert.equal(reply.json?.code, 'unavailable', `${kind}: ${reply.text}`)
    assert.match(String(reply.headers['retry-after']), /^[1-9][0-9]*$/, `${kind}: a 503 that does not say when to try again`)
    return 'unavailable'
  }
}

/** A client that waits for an answer however slow this machine is. */
function patient(url: string): Client {
  const { request } = client(url)
  const wait: Client['request'] = (method, path, options) => request(method, path, { ...options, timeoutMs: 120_000 })
  return {
    request: wait,
    get: (path, options) => wait('GET', path, options),
    post: (path, body, options) => wait('POST', path, { ...options, body }),
  }
}
