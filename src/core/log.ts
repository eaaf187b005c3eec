import pino from 'pino'
import { FloodGate } from './flood-gate.ts'
import { redact } from './redact.ts'

export type Logger = pino.Logger

export interface LoggerOptions {
  /** `fatal` to `trace`, or `silent`. */
  level: string
  /** Standard output when left out. */
  destination?: pino.DestinationStream
  /** Warnings with such an error come by the thousand: one a second is written, with the number of those left out before it (`leftOut`). */
  isOutage?: (error: unknown) => boolean
}

const outageEveryMs = 1000
const warnLevel = 40

/**
 * A logger of one JSON object a line, in which secrets are redacted by name at any depth, requests are reduced to method, path
 * and address, and errors to what tells nothing about people. Control characters are escaped by JSON, so that no sender can
 * begin a line of their own.
 */
export function createLogger({ level, destination, isOutage }: LoggerOptions): Logger {
  const gate = isOutage && new FloodGate(outageEveryMs)
  const options: pino.LoggerOptions = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { pid: process.pid },
    formatters: { level: (label) => ({ level: label }), log: (entry) => redact(entry) as Record<string, unknown> },
    serializers: { req: describeRequest, res: describeReply, err: describeError, error: describeError },
    hooks: {
      logMethod(parts, write, level) {
        const [entry, ...rest] = withSafeMessage(parts) as [unknown, ...unknown[]]
        if (!gate || level !== warnLevel || !isOutage(errorIn(entry))) return Reflect.apply(write, this, [entry, ...rest])
        gate.pass((leftOut) => Reflect.apply(write, this, [leftOut > 0 ? { ...fieldsOf(entry), leftOut } : entry, ...rest]))
      },
    },
  }
  const logger = pino(options, destination ?? standardOutput())
  // What a child carries passes no formatter of pino's.
  const child = logger.child
  logger.child = function (this: Logger, bindings: pino.Bindings, childOptions?: pino.ChildLoggerOptions) {
    return Reflect.apply(child, this, [redact(bindings), childOptions])
  } as typeof child
  return logger
}

/** Characters of entries that wait for a disk with room, or a reader who is there; later ones are dropped. */
const mostKept = 1_000_000

/** A log that can't be written ends nobody and makes nobody wait: what waits goes out with the first entry that is taken again. */
function standardOutput(): pino.DestinationStream {
  const stream = pino.destination({ fd: process.stdout.fd, sync: true, maxLength: mostKept })
  stream.on('error', () => {})
  // called with a fatal entry, it would try a full disk for ever; each entry was tried when it came
  stream.flushSync = () => {}
  return stream
}

/** The error that an entry is about. */
const errorIn = (entry: unknown): unknown => (entry instanceof Error ? entry : (entry as { err?: unknown } | null | undefined)?.err)

const fieldsOf = (entry: unknown): object => (entry instanceof Error ? { err: entry } : (entry as object))

/** An error logged without a sentence would lend its message to the entry as it is. */
function withSafeMessage<T extends unknown[]>(parts: T): T {
  const [entry, sentence] = parts
  const error = errorIn(entry)
  return sentence === undefined && error instanceof Error ? ([entry, safeMessage(error)] as unknown as T) : parts
}

/** Only what comes before the query is written: signed addresses and links carry their secret behind the `?`. */
const describeRequest = (request: { method?: unknown; url?: unknown; ip?: unknown }) => ({
  method: request.method,
  path: String(request.url).split(/[?#]/, 1)[0],
  address: request.ip,
})

const describeReply = (reply: { statusCode?: unknown }) => ({ statusCode: reply.statusCode })

/** Fields that describe a fault; `detail`, `where`, `query` and `parameters` of a database hold people's data and never leave. */
const faultFields = [
  'code',
  'status',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
  'errno',
  'port',
  'responseCode',
]

const deepestCause = 4

/**
 * An error as it may be logged: type, message, the frames of its stack, the fields that describe the fault, and its causes in
 * the same way.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> | string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : `thrown: ${typeof error}`
  const given = error as Error & Record<string, unknown>
  const faults = faultFields.filter((field) => typeof given[field] === 'string' || typeof given[field] === 'number')
  const inner = depth < deepestCause && error.cause !== undefined ? { cause: describeError(error.cause, depth + 1) } : {}
  const several =
    depth < deepestCause && error instanceof AggregateError
      ? { errors: error.errors.slice(0, 5).map((one) => describeError(one, depth + 1)) }
      : {}
  return {
    type: error.name,
    message: safeMessage(given),
    ...Object.fromEntries(faults.map((field) => [field, given[field]])),
    stack: frames(error.stack),
    ...inner,
    ...several,
  }
}

/** SQLSTATE class 22 (data exception) quotes the refused value in its message, and an address may hold a password. */
function safeMessage(error: Error & { severity?: unknown; code?: unknown }): string {
  const isDataException = typeof error.severity === 'string' && String(error.code).startsWith('22')
  const message = isDataException ? error.message.replace(/".*"/s, '"…"') : error.message
  return message.replaceAll(/\/\/[^\s/]*@/g, '//')
}

/** The head of a stack repeats the message, unredacted. */
const frames = (stack: string | undefined) =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
