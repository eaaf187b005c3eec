import { sql } from 'kysely'
import { secondsMs } from '#core/clock.ts'
import type { Context, Service } from '#db/rows/context.ts'
import { sendWakes } from '#db/rows/wakes.ts'
import type { EventStream } from '#http/streams/event-stream.ts'
import { type ListenedBox, readBoxes, readNews } from './live-reads.ts'
import { type NamedActor, nameActors } from './notification-actors.ts'
import { type NotificationChange, newsFor, notificationChannel, readSignal } from './notification-signals.ts'
import { type NotificationRow, shownNotification } from './notifications.queries.ts'

/** A call that was lost is made up for by this. */
const pollMs = secondsMs(3)
/** The call of a change comes after its commit: for so long it is waited for, and not held to be lost. */
const callMs = 500
const accountsAtOnce = 500
/** More than so many, or so many characters, are not sent one after the other: the client reads its list anew. */
export const mostReplayed = 100
const mostReplayedLength = 100_000

/** One open stream, and how far it was told. */
interface Listener {
  readonly stream: EventStream
  seq: number
  changes: number
  unread: number
  /** Since when the next change is in the box and was not called, in milliseconds of this process; null where none is. */
  missingSinceMs: number | null
}

type Changes = Map<number, NotificationChange>

const feeds = new WeakMap<Service, LiveNotifications>()

/** What tells the open streams of this process of their owners' notifications. */
export function liveNotificationsOf(service: Service): LiveNotifications {
  const known = feeds.get(service) ?? new LiveNotifications(service)
  feeds.set(service, known)
  return known
}

/**
 * Tells streams what is new: woken by calls that carry ids only, whichever process wrote, and by a poll where a call was lost. What is sent
 * is read from the database, by the number of the last that a stream has.
 */
class LiveNotifications {
  readonly #service: Service
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #changes = new Map<string, Changes>()
  #woken = new Set<string>()
  #isTelling: boolean = false
  #timer: NodeJS.Timeout | null = null
  #isListening: boolean = false

  constructor(service: Service) {
    this.#service = service
  }

  /** Begins to tell a stream that was just opened; `from` is the last number that its client has, null for a new client. */
  add(ctx: Context, stream: EventStream, box: ListenedBox, from: number | null): void {
    const isAhead = from !== null && from > box.lastSeq
    const seq = from === null || isAhead ? box.lastSeq : from
    const listener = { stream, seq, changes: box.changes, unread: box.unread, missingSinceMs: null }
    const ready = { connectionId: stream.id, unreadCount: box.unread, serverTime: ctx.now.toISOString() }
    stream.send('ready', ready, seq)
    // numbers begin anew only with another database
    if (isAhead) stream.send('resync', {}, seq)
    const others = this.#listeners.get(ctx.actor.id)
    if (others) others.add(listener)
    else this.#listeners.set(ctx.actor.id, new Set([listener]))
    this.#listen()
    this.#timer ??= setInterval(() => this.#wakeAll(), pollMs).unref()
    this.#wake(ctx.actor.id)
    // whoever has the oldest stream of too many, on whatever process
    sendWakes(this.#service.database, new Set([newsFor(ctx.actor.id)]))
    stream.whenEnded(() => this.#remove(ctx.actor.id, listener))
  }

  #remove(accountId: string, listener: Listener): void {
    const listeners = this.#listeners.get(accountId)
    listeners?.delete(listener)
    if (listeners?.size === 0) {
      this.#listeners.delete(accountId)
      this.#changes.delete(accountId)
    }
    if (this.#listeners.size === 0 && this.#timer !== null) {
      clearInterval(this.#timer)
      this.#timer = null
    }
    // what stays in the box goes with the next streams that are opened
    void closeInBox(this.#service, accountId, listener.stream.id).catch(() => undefined)
  }

  /** Once, for as long as the process has the database: a process at rest hears calls of accounts that it has no streams of. */
  #listen(): void {
    if (this.#isListening) return
    this.#isListening = true
    this.#service.database
      .listen(notificationChannel, (payload) => this.#hear(payload))
      .catch(() => {
        this.#isListening = false
      })
  }

  #hear(payload: string): void {
    const signal = readSignal(payload)
    if (signal === null) this.#wakeAll()
    if (signal === null || !this.#listeners.has(signal.accountId)) return
    if (signal.change) {
      const known: Changes = this.#changes.get(signal.accountId) ?? new Map()
      this.#changes.set(signal.accountId, known.set(signal.change.n, signal.change))
    }
    this.#wake(signal.accountId)
  }

  #wakeAll(): void {
    for (const accountId of this.#listeners.keys()) this.#wake(accountId)
  }

  #wake(accountId: string): void {
    this.#woken.add(accountId)
    if (!this.#isTelling) void this.#tellWoken()
  }

  async #tellWoken(): Promise<void> {
    this.#isTelling = true
    // what wakes at once is read at once
    await null
    while (this.#woken.size > 0) {
      const accountIds = [...this.#woken].slice(0, accountsAtOnce)
      for (const id of accountIds) this.#woken.delete(id)
      // a database that is away: the poll comes back to them
      await this.#tell(accountIds.filter((id) => this.#listeners.has(id))).catch(() => undefined)
    }
    this.#isTelling = false
  }

  async #tell(accountIds: readonly string[]): Promise<void> {
    if (accountIds.length === 0) return
    const { reader } = this.#service.database
    // as they were before the boxes are read: a stream that is opened meanwhile is in no such box, and wakes by itself
    const listeners = new Map(accountIds.map((accountId) => [accountId, this.#listenersOf(accountId)]))
    const boxes = await readBoxes(reader, accountIds)
    const behind = [...listeners].flatMap(([accountId, all]) => {
      const least = Math.min(...all.map(({ seq }) => seq))
      return least < (boxes.get(accountId)?.lastSeq ?? 0) ? [{ accountId, seq: least }] : []
    })
    const news = await readNews(reader, behind, mostReplayed + 1)
    const told = [...listeners].flatMap(([accountId, all]) => {
      const rows = news.get(accountId) ?? []
      return all.map((listener) => ({ listener, accountId, rows }))
    })
    const asked = told.flatMap(({ listener, rows }) => rows.map(({ actorId }) => ({ reader: listener.stream.actor, actorId })))
    const actors = await nameActors(reader, asked)
    let at = 0
    for (const { listener, accountId, rows } of told) {
      const box = boxes.get(accountId)
      const named = actors.slice(at, at + rows.length)
      at += rows.length
      if (!box?.streams.includes(listener.stream.id)) {
        listener.stream.end()
        continue
      }
      this.#tellNews(listener, box, rows, named)
      this.#tellChanges(listener, box, accountId)
    }
    for (const accountId of accountIds) this.#forgetChanges(accountId)
  }

  /** Those that every stream of the account was told. */
  #forgetChanges(accountId: string): void {
    const changes = this.#changes.get(accountId)
    const upTo = Math.min(...this.#listenersOf(accountId).map((listener) => listener.changes))
    for (const n of [...(changes?.keys() ?? [])]) if (n <= upTo) changes?.delete(n)
  }

  #listenersOf = (accountId: string): Listener[] => [...(this.#listeners.get(accountId) ?? [])]

  #tellNews(listener: Listener, box: ListenedBox, rows: readonly NotificationRow[], actors: readonly (NamedActor | null)[]): void {
    const items = rows.map((row, at) => ({ seq: row.seq, item: shownNotification(row, actors[at] ?? null) }))
    const fresh = items.filter(({ seq }) => seq > listener.seq)
    const last = Math.max(listener.seq, box.lastSeq, ...fresh.map(({ seq }) => seq))
    // rows begin at what the farthest behind of its account has, and may end before the box does: the rest was not read
    const isCutOff = rows.length > mostReplayed && rows.at(-1)!.seq < box.lastSeq && listener.seq < box.lastSeq
    const isTooMuch = isCutOff || fresh.length > mostReplayed || JSON.stringify(fresh).length > mostReplayedLength
    if (isTooMuch) listener.stream.send('resync', {}, last)
    else for (const { seq, item } of fresh) listener.stream.send('notification.created', item, seq)
    listener.seq = last
  }

  #tellChanges(listener: Listener, box: ListenedBox, accountId: string): void {
    const { stream } = listener
    const known = this.#changes.get(accountId)
    const isTooMuch = box.changes - listener.changes > mostReplayed
    for (let next = known?.get(listener.changes + 1); next && !isTooMuch; next = known?.get(listener.changes + 1)) {
      tellChange(stream, next)
      listener.changes++
      listener.missingSinceMs = null
    }
    if (listener.changes < box.changes) {
      listener.missingSinceMs ??= performance.now()
      const isLost = isTooMuch || performance.now() - listener.missingSinceMs >= callMs
      if (isLost) this.#resync(listener, box)
      else setTimeout(() => this.#wakeOpen(accountId), callMs).unref()
    }
    if (box.unread !== listener.unread) stream.send('notification.unread_count', { count: box.unread })
    listener.unread = box.unread
  }

  #resync(listener: Listener, box: ListenedBox): void {
    listener.stream.send('resync', {}, listener.seq)
    listener.changes = box.changes
    listener.missingSinceMs = null
  }

  #wakeOpen(accountId: string): void {
    if (this.#listeners.has(accountId)) this.#wake(accountId)
  }
}

function tellChange(stream: EventStream, { what, id, at }: NotificationChange): void {
  if (what === 'deleted') stream.send('notification.deleted', { id })
  else if (what === 'unread') stream.send('notification.unread', { id })
  else if (what === 'read') stream.send('notification.read', { id, readAt: at.toISOString() })
  else stream.send('notification.read_all', { readAt: at.toISOString() })
}

// unscoped: the very stream that ended
async function closeInBox({ database }: Service, accountId: string, streamId: string): Promise<void> {
  await sql`update notification_boxes set streams = array_remove(streams, ${streamId}::uuid)
    where account_id = ${accountId} and ${streamId}::uuid = any(streams)`.execute(database.kysely)
}
