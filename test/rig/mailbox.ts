/** A real SMTP server that keeps what it gets and can be told to fail, and a reader for mails written to files. */
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { atEnd } from './cleanup.ts'
import { eventually } from './ports.ts'

export interface ReceivedMail extends Email {
  /** The addresses of the SMTP envelope, which need not be those of the headers. */
  envelope: { from: string; to: string[] }
  /** The mail byte for byte. */
  source: string
}

export interface Mailbox extends AsyncDisposable {
  /** `smtp://127.0.0.1:port` */
  readonly url: string
  /** Every mail that was received whole, confirmed or not. */
  readonly mails: readonly ReceivedMail[]
  /** The first mail that fits, already there or yet to come. */
  waitFor(fits: (mail: ReceivedMail) => boolean, ms?: number): Promise<ReceivedMail>
  /** Answers the recipients of the next `count` mails with this SMTP code: 4xx is "later", 5xx is "never". */
  refuseNext(code: number, count?: number): void
  /** Keeps the next mail, then cuts the connection instead of confirming it: the sender cannot know. */
  dropAfterNextData(): void
  /** Keeps mails, but says so only once the function that this returns is called. */
  holdConfirmations(): () => void
  /** How many connections were made. */
  readonly connections: number
  close(): Promise<void>
}

/** Starts the server on a free port of 127.0.0.1, without TLS; it ends with the test file. */
export async function startMailbox(options: { credentials?: { user: string; password: string } } = {}): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  const state: { refusals: number[]; drop: boolean; connections: number; held: Promise<void> } = {
    refusals: [],
    drop: false,
    connections: 0,
    held: Promise.resolve(),
  }
  const { credentials } = options
  const server = new SMTPServer({
    authOptional: !credentials,
    disabledCommands: credentials ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    logger: false,
    disableReverseLookup: true,
    onConnect(_session, done) {
      state.connections += 1
      done()
    },
    onAuth({ username, password }, _session, done) {
      const known = username === credentials?.user && password === credentials?.password
      done(known ? null : new Error('authentication failed'), known ? { user: username } : undefined)
    },
    onRcptTo(_recipient, _session, done) {
      const code = state.refusals.shift()
      done(code === undefined ? null : Object.assign(new Error('refused by the test'), { responseCode: code }))
    },
    onData(stream, session, done) {
      receive(stream, session)
        .then(async (mail) => {
          mails.push(mail)
          await state.held
          if (!state.drop) return done()
          state.drop = false
          for (const connection of connectionsOf(server)) connection._socket.destroy()
        })
        .catch(done)
    },
  } satisfies SMTPServerOptions)
  // A connection that ends in the middle is what some tests are about.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const close = atEnd(async () => {
    for (const connection of connectionsOf(server)) connection._socket.destroy()
    await new Promise<void>((resolve) => server.close(resolve))
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    waitFor: (fits, ms) => eventually('a mail', () => mails.find(fits), ms),
    refuseNext: (code, count = 1) => void state.refusals.push(...Array.from({ length: count }, () => code)),
    dropAfterNextData: () => {
      state.drop = true
    },
    holdConfirmations() {
      const { promise, resolve } = Promise.withResolvers<void>()
      state.held = promise
      return resolve
    },
    get connections() {
      return state.connections
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The names of the mails that the service wrote as `.eml` files below `DATA_DIR/outbox`, in order. */
export function outboxFiles(dataDirectory: string): string[] {
  const directory = join(dataDirectory, 'outbox')
  if (!existsSync(directory)) return []
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.eml'))
  return names.sort().map((name) => join(directory, name))
}

/** Those mails themselves, but for `known` files: who waits for one of many need not read all of them each time. */
export async function readOutbox(dataDirectory: string, known: ReadonlySet<string> = new Set()): Promise<(Email & { file: string })[]> {
  const files = outboxFiles(dataDirectory).filter((file) => !known.has(file))
  return await Promise.all(files.map(async (file) => ({ ...(await PostalMime.parse(readFileSync(file))), file })))
}

async function receive(
  stream: Parameters<NonNullable<SMTPServerOptions['onData']>>[0],
  session: Parameters<NonNullable<SMTPServerOptions['onData']>>[1],
): Promise<ReceivedMail> {
  const content = await buffer(stream)
  const { mailFrom, rcptTo } = session.envelope
  const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
  return { ...(await PostalMime.parse(content)), envelope, source: content.toString('latin1') }
}

/** smtp-server keeps its open connections here; its types leave them out. */
function connectionsOf(server: SMTPServer): { _socket: { destroy(): void } }[] {
  return [...(server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }).connections]
}
