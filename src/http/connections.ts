import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { rateKey } from '#core/client-key.ts'
import type { ClientReader } from './client-address.ts'
import { streamSockets } from './streams/stream-sockets.ts'

/** So many requests of one connection may wait for their answers: whoever sends more at once means to have them piled up here. */
const mostPipelined = 32

export interface ConnectionLimits {
  /** Open at once, whoever opened them. */
  readonly total: number
  /** Open at once by one client. */
  readonly perClient: number
}

interface Client {
  readonly key: string
  open: number
  readonly idle: Set<Held>
}

interface Held {
  readonly socket: Socket
  /** Null for a trusted proxy's, which counts for no client. */
  readonly client: Client | null
  /** On it and not answered yet. */
  readonly requests: Set<IncomingMessage>
}

/**
 * The connections of a process. One is idle while no request on it is being answered: before its first, between two, and while the
 * head of one is still coming. Above a limit the connection that has been idle longest makes room for the new one, and where none is
 * idle the oldest one that does not read its answer, or then that holds a stream of events; only where all of them are at work is the new one closed.
 */
export class Connections {
  readonly #limitsNow: () => ConnectionLimits
  readonly #peer: ClientReader['peer']
  readonly #held = new Map<Socket, Held>()
  /** Those idle for longest come first, here and in each client's. */
  readonly #idle = new Set<Held>()
  readonly #clients = new Map<string, Client>()
  #ending: boolean = false

  /** @param limits asked anew for each connection */
  constructor(limits: () => ConnectionLimits, peer: ClientReader['peer']) {
    this.#limitsNow = limits
    this.#peer = peer
  }

  /** Open now. */
  get size(): number {
    return this.#held.size
  }

  /** Watches a server that does not listen yet. */
  watch(server: Server): void {
    server.on('connection', (socket) => this.#open(socket))
    // first of all listeners: the answer may be finished within the next
    server.prependListener('request', (request, response) => this.#serve(request, response))
  }

  /** Whether a request on this connection came whole and has no answer yet: what is written now would be taken for that. */
  owesAnswer(socket: Socket): boolean {
    return [...(this.#held.get(socket)?.requests ?? [])].some((request) => request.complete)
  }

  /** Ends the idle ones now, and each other as soon as its answers are out. */
  endIdle(): void {
    this.#ending = true
    for (const { socket } of [...this.#idle]) socket.destroy()
  }

  /** Ends all that are left, whatever they are at. */
  endAll(): void {
    for (const socket of [...this.#held.keys()]) socket.destroy()
  }

  #open(socket: Socket): void {
    const client = this.#clientOf(socket)
    if ((client && client.open >= this.#limitsNow().perClient && !this.#makeRoom(client.idle, client)) || this.#isFull()) {
      // unread and unanswered, so that a balancer may send it elsewhere
      socket.destroy()
      return
    }
    const held: Held = { socket, client, requests: new Set() }
    this.#held.set(socket, held)
    if (client) {
      client.open++
      this.#clients.set(client.key, client)
    }
    this.#rest(held)
    socket.once('close', () => this.#forget(held))
  }

  #clientOf({ remoteAddress }: Socket): Client | null {
    const address = this.#peer(remoteAddress)
    if (address === null) return null
    const key = rateKey(address)
    return this.#clients.get(key) ?? { key, open: 0, idle: new Set() }
  }

  #isFull(): boolean {
    return this.#held.size >= this.#limitsNow().total && !this.#makeRoom(this.#idle, null)
  }

  /** Of one client, or (null) of all. */
  #makeRoom(idle: Set<Held>, client: Client | null): boolean {
    return this.#drop(idle) || this.#drop(this.#unread(client)) || this.#drop(this.#streaming(client))
  }

  /** Those that the system takes no more bytes for: a client that reads nothing would keep its place for ever. */
  *#unread(client: Client | null): Iterable<Held> {
    for (const held of this.#held.values()) if ((client === null || held.client === client) && held.socket.writableLength > 0) yield held
  }

  /** Those with a stream of events on them: its client comes back by itself, and is told what it missed. */
  *#streaming(client: Client | null): Iterable<Held> {
    for (const held of this.#held.values()) if ((client === null || held.client === client) && streamSockets.has(held.socket)) yield held
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const held = this.#held.get(request.socket)
    if (!held) return
    held.requests.add(request)
    if (held.requests.size > mostPipelined) return void held.socket.destroy()
    this.#idle.delete(held)
    held.client?.idle.delete(held)
    response.once('close', () => {
      held.requests.delete(request)
      if (held.requests.size > 0 || !this.#held.has(held.socket)) return
      if (this.#ending) held.socket.destroySoon()
      else this.#rest(held)
    })
  }

  #rest(held: Held): void {
    if (this.#ending) return void held.socket.destroy()
    this.#idle.add(held)
    held.client?.idle.add(held)
  }

  /** Ends the first of these. Returns whether there was one. */
  #drop(candidates: Iterable<Held>): boolean {
    const [first] = candidates
    if (!first) return false
    // its place is free at once, not only when the socket says that it is closed
    this.#forget(first)
    first.socket.destroy()
    return true
  }

  #forget(held: Held): void {
    if (!this.#held.delete(held.socket)) return
    this.#idle.delete(held)
    const { client } = held
    if (!client) return
    client.idle.delete(held)
    if (--client.open === 0) this.#clients.delete(client.key)
  }
}
