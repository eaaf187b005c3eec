/** Everything that a service speaks to, on loopback, each of which goes away and comes back when it is told to. */
import { type Gateway, startGateway } from '../rig/gateway.ts'
import { type Mailbox, startMailbox } from '../rig/mailbox.ts'
import { type Backend, backends } from '../rig/objects/stores.ts'
import { type ThrowawayPostgres, throwawayPostgres } from '../rig/postgres.ts'
import { faultProxy } from '../rig/proxy.ts'
import { type Receiver, startReceiver } from '../rig/receiver.ts'
import { throwawayRedis } from '../rig/redis.ts'

/** What may be away while the service serves. */
export const parts = ['redis', 'store', 'relay', 'gateway', 'receiver'] as const
export type Part = (typeof parts)[number]

interface Movable {
  leave(): Promise<void> | void
  come(): Promise<void> | void
}

export interface Outside extends Readonly<Record<Part, Movable>> {
  readonly postgres: ThrowawayPostgres
  readonly databaseUrl: string
  readonly files: Backend
  readonly mailbox: Mailbox
  readonly texts: Gateway
  readonly hooks: Receiver
  /** Where webhooks are to be sent. */
  readonly hookUrl: string
  /** Variables of a service that uses all of them but the database, which is an option of its own. */
  readonly env: Readonly<Record<string, string>>
}

export async function startOutside(): Promise<Outside> {
  const [postgres, redis, files, mailbox, texts, hooks] = await Promise.all([
    throwawayPostgres(),
    throwawayRedis(),
    backends.s3(),
    startMailbox(),
    startGateway(),
    startReceiver(),
  ])
  const [relay, gateway, receiver] = await Promise.all([
    behindProxy(mailbox.url),
    behindProxy(`http://${texts.host}/`),
    behindProxy(hooks.url),
  ])
  return {
    postgres,
    databaseUrl: await postgres.createDatabase(),
    files,
    mailbox,
    texts,
    hooks,
    hookUrl: receiver.url,
    redis: { leave: redis.stop, come: redis.start },
    store: {
      leave: () => {
        files.front!.mode = 'refuse'
      },
      come: () => {
        files.front!.mode = 'pass'
      },
    },
    relay,
    gateway,
    receiver,
    env: { ...files.env, STORAGE_URL: files.url, REDIS_URL: redis.url, MAIL_URL: relay.url, SMS_URL: gateway.url },
  }
}

/** What is reached through a proxy: while it is away its connections are cut, in the middle of whatever was said. */
async function behindProxy(url: string): Promise<Movable & { readonly url: string }> {
  const proxy = await faultProxy(url)
  return {
    url: proxy.through(url),
    leave() {
      proxy.mode('refuse')
      proxy.cut()
    },
    come: () => proxy.mode('pass'),
  }
}
