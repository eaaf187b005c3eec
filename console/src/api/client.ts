/** Calls of the service in the name of whoever is signed in (`client/`). */
import {
  type Client,
  createClient,
  type Input,
  Misanswered,
  type OperationName,
  Refused,
  type Reply,
  type SessionState,
  SignedOut,
  TimedOut,
  Unreachable,
} from '@tenantry/client'
import { useSyncExternalStore } from 'react'
import { shownLanguage } from '../i18n/language.ts'
import { makesRecord } from './makes-record.ts'

export type { Client, Input, OperationName, Reply, SessionState }
export { Misanswered, Refused, SignedOut, TimedOut, Unreachable }

/** Whose pages these are, as the document says: those of admins, or those of end users (`/account`). */
export const accountKind: 'admin' | 'user' = document.documentElement.dataset.account === 'user' ? 'user' : 'admin'

/** By how much the clock of the service is ahead of the one of this page, in milliseconds, as it said last; null before it said so. */
export let aheadMs: number | null = null

async function notingDate(...given: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...given)
  const date = Date.parse(answer.headers.get('date') ?? '')
  if (date) aheadMs = date - Date.now()
  return answer
}

/** The access token is in its memory alone, the refresh token in a cookie that no script reads; all tabs have one session. */
export const ownClient = createClient({ url: location.origin, account: accountKind, language: shownLanguage, fetch: notingDate })

/** Who this page speaks for: its own session, unless the tab acts as somebody else. */
export let client: Client = ownClient

/** Id of who is signed in; null for nobody. */
export const whoNow = (): string | null => (client.session.status === 'signed-in' ? client.session.user.id : null)

/** Whether the refresh token lives as long as this page: browsers keep no `Secure` cookie of plain http. */
export const isPlain = !globalThis.isSecureContext

/** Somebody waits in front of what is read; what is done may take longer. */
const readWithinMs = 10_000

/** What a query of this operation is known by, and how it is asked. */
export function ask<O extends OperationName>(operation: O, input: Input<O>) {
  return {
    queryKey: [operation, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Reply<O>> => send(operation, input, { signal, timeoutMs: readWithinMs }),
  }
}

/** Whether the service has said nothing of what was asked, as far as the page knows. */
export const hasNoAnswer = (error: unknown): boolean =>
  error instanceof Unreachable || error instanceof TimedOut || error instanceof Misanswered

/** The answer to a call that makes a record was lost. It may be made, and another call would make a second one. */
export class Unsure extends Error {}

/** A proxy that refuses by itself passes nothing on to the service. */
const mayBeDone = ({ status }: Misanswered) => status < 300 || status >= 500

/** Whether it is not known if that was done of which this came. */
export const isLost = (error: unknown): boolean => hasNoAnswer(error) && !(error instanceof Misanswered && !mayBeDone(error))

/** One call, whose input is given even where nothing of it is required. @throws Failure of the client, or Unsure */
export async function call<O extends OperationName>(operation: O, input: Input<O>, signal?: AbortSignal): Promise<Reply<O>> {
  try {
    return await send(operation, input, signal ? { signal } : {})
  } catch (error) {
    throw isLost(error) && makesRecord(operation) ? new Unsure('whether it was made is not known', { cause: error }) : error
  }
}

type Options = { readonly signal?: AbortSignal; readonly timeoutMs?: number; readonly keepalive?: boolean }

function send<O extends OperationName>(operation: O, input: Input<O>, options: Options): Promise<Reply<O>> {
  const general = client.call as (name: O, given: Input<O>, options: Options) => Promise<Reply<O>>
  return general.call(client, operation, input, options)
}

/** One call that is sent although the page is closed: nobody hears then of what came of it. @throws Failure of the client */
export function callAtLast<O extends OperationName>(operation: O, input: Input<O>): Promise<Reply<O>> {
  return send(operation, input, { keepalive: true })
}

/** Refreshes a token that has ended, for `callAtLast` soon: a page that is closed waits for none. */
export function readyAtLast(): void {
  // what can't be reached says so when it is called
  client.restore().catch(() => undefined)
}

/** As long as thousands of mails take at most, in milliseconds. */
const longMs = 300_000

/** A new key for `callOnce`; plain http has no `randomUUID`. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** A call that does once what it does, however often it is made with this key. @throws Failure of the client */
export function callOnce<O extends OperationName>(operation: O, input: Input<O>, key: string): Promise<Reply<O>> {
  const general = client.call as (name: O, given: Input<O>, options: { idempotencyKey: string; timeoutMs: number }) => Promise<Reply<O>>
  return general.call(client, operation, input, { idempotencyKey: key, timeoutMs: longMs })
}

const listeners = new Set<() => void>()
const tellAll = () => {
  for (const told of listeners) told()
}
let unfollow = client.onSession(tellAll)

/** From now on every call of this page is made by `next`. */
export function speakBy(next: Client): void {
  unfollow()
  client = next
  unfollow = next.onSession(tellAll)
  tellAll()
}

function follow(told: () => void): () => void {
  listeners.add(told)
  return () => void listeners.delete(told)
}
const current = () => client.session

export const useSession = (): SessionState => useSyncExternalStore(follow, current)
