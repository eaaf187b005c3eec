/** What a call of an operation takes and gives, made from the generated `Operations`. */
import type { CodesOfStatus, Operations } from './operations.ts'

export type OperationName = keyof Operations

type Given<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T }

/** What is sent: `path`, `query` and `body`, as far as the operation has them. */
export type Input<O extends OperationName> = Given<'path', Operations[O]['path']> &
  Given<'query', Operations[O]['query']> &
  Given<'body', Operations[O]['body']>

/** What is answered. */
export type Reply<O extends OperationName> = Operations[O]['reply']

/** The statuses that any operation may answer besides its own. */
type AnyStatus = 405 | 408 | 431 | 500

/** The codes of the errors that an operation may answer. */
export type CodesOf<O extends OperationName> = CodesOfStatus[Extract<Operations[O]['statuses'] | AnyStatus, keyof CodesOfStatus>]

/** How one call is made, beside what it sends. */
export interface CallOptions {
  /** Gives the call up; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds until the answer is there (of a file or a stream, its beginning), the sending of the body included. */
  readonly timeoutMs?: number | undefined
  /** How often it may be repeated where that is safe. */
  readonly retries?: number | undefined
  /** Whether a browser sends it although the page is closed meanwhile: bodies of 64 kB together. */
  readonly keepalive?: boolean | undefined
  /** Where the operation takes one. One is made for each call unless given. */
  readonly idempotencyKey?: string | undefined
}

/** Input and options of a call; the input may be left out where nothing of it is required. */
export type Arguments<O extends OperationName> =
  Record<never, never> extends Input<O> ? [input?: Input<O>, options?: CallOptions] : [input: Input<O>, options?: CallOptions]

type Page = { readonly items: readonly unknown[]; readonly nextCursor: string | null }

/** The operations that answer a page of a list. */
export type PagedName = { [O in OperationName]: Reply<O> extends Page ? O : never }[OperationName]

/** One record of such a list. */
export type ItemOf<O extends PagedName> = Reply<O> extends { readonly items: readonly (infer Item)[] } ? Item : never
