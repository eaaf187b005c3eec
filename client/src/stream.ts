/** The live stream of one client: opened again whenever it breaks off, from where it was. */
import { sessionIn } from './claims.ts'
import { Misanswered, Refused, SignedOut } from './errors.ts'
import { eventsIn } from './event-source.ts'
import type { LiveEvent } from './live-event.ts'
import type { NotificationStreamEvent } from './operations.ts'
import { pause } from './retries.ts'
import type { Session } from './session.ts'

export interface Following {
  /** The number of the last event that is known; what came since is told first. Null: from now on. */
  lastId: string | null
}

/** The service sends a comment every 25 seconds: where nothing comes for so long the connection is dead. */
const silentMs = 60_000
/** A connection that held for so long was none that fails. */
const soundMs = 30_000
const longestPauseMs = 60_000

/**
 * Events until `signal` ends it, or the session ends.
 *
 * @param open opens the stream behind an event
 * @param following moves along with what was told
 * @throws SignedOut when the session has ended; Refused when it may not be opened
 */
export async function* follow(
  open: (lastId: string | null, signal: AbortSignal) => Promise<Response>,
  session: Session,
  following: Following,
  signal: AbortSignal,
): AsyncGenerator<LiveEvent, void, undefined> {
  let [failures, retryMs] = [0, 1_000]
  while (!signal.aborted) {
    const connection = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const alive = () => {
      clearTimeout(timer)
      timer = setTimeout(() => connection.abort(), silentMs)
    }
    const stop = closeWith(connection, session, signal, following)
    const beganAt = Date.now()
    let waitMs: number | null = null
    try {
      const { body } = await open(following.lastId, connection.signal)
      const onRetry = (ms: number) => {
        retryMs = ms
      }
      alive()
      if (body)
        for await (const { event, data, id } of eventsIn(body, { onLine: alive, onRetry })) {
          if (connection.signal.aborted) break
          const one = { event, data: JSON.parse(data), ...(id !== null && { id }) } as NotificationStreamEvent
          if (one.event === 'token.expired') break
          if (one.event === 'session.revoked') {
            await endHere(session, one.data)
            break
          }
          if (id !== null) following.lastId = id
          yield one
        }
    } catch (error) {
      if (!signal.aborted && !connection.signal.aborted) waitMs = patience(error)
    } finally {
      clearTimeout(timer)
      stop()
      connection.abort()
    }
    if (session.state.status === 'signed-out') throw new SignedOut(session.state.reason)
    failures = Date.now() - beganAt > soundMs ? 1 : failures + 1
    await pause(reconnectPauseMs(waitMs, failures, retryMs), signal).catch(() => undefined)
  }
}

/**
 * How long to wait before the stream is opened again, in milliseconds. Never the same for all: those whom a service that was restarted cut
 * off, or told one `Retry-After`, must not come back in one moment.
 *
 * @param toldMs what the service wants to be left alone for at least, null where it said nothing
 * @param failures in a row, 1 for the first
 * @param retryMs what the stream said its pauses begin with
 */
export function reconnectPauseMs(toldMs: number | null, failures: number, retryMs: number): number {
  if (toldMs !== null) return toldMs + Math.random() * Math.max(1_000, toldMs / 4)
  const grown = failures === 1 ? 1_000 : Math.min(longestPauseMs, retryMs * 2 ** (failures - 2))
  return grown * (0.5 + Math.random() / 2)
}

/** Ends the connection with the signal, and when somebody else has signed in. @returns what ends that */
function closeWith(connection: AbortController, session: Session, signal: AbortSignal, following: Following): () => void {
  const close = () => connection.abort()
  const { state } = session
  let before = state.status === 'signed-in' ? state.user.id : null
  const stop = session.onChange((now) => {
    // begun before anybody was known, it is of the first who is
    if (now.status === 'signed-in') before ??= now.user.id
    if (now.status === 'signed-in' && now.user.id === before) return
    if (now.status === 'signed-in') following.lastId = null
    close()
  })
  signal.addEventListener('abort', close)
  return () => {
    stop()
    signal.removeEventListener('abort', close)
  }
}

/** Of this session, and not of one that was signed in with before. */
async function endHere(session: Session, { tokenId, reason }: { tokenId: string; reason: string }): Promise<void> {
  const token = session.current
  if (token !== null && sessionIn(token) === tokenId) await session.end(reason)
}

/** How long the service wants to be left alone, null where it did not say. @throws what no patience helps with */
function patience(error: unknown): number | null {
  if (error instanceof Refused && (error.status === 429 || error.status === 503)) return (error.retryAfterSeconds ?? 1) * 1000
  // the session says whether it has ended: somebody else may be signed in by now
  if (error instanceof SignedOut) return null
  const isAnswer = error instanceof Refused || error instanceof Misanswered
  // a fault of the service, or of what is in front of it, passes
  if (isAnswer ? error.status < 500 : error instanceof SyntaxError) throw error
  // no connection, or one that broke off: the platform has its own errors for that
  return null
}
