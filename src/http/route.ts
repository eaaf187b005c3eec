import type { HTTPMethods } from 'fastify'
import type { z } from 'zod'
import type { AppError } from '#core/errors.ts'
import type { RateGroup } from '#core/rate-limits.ts'
import type { Actor, Context, PublicContext, Service } from '#db/rows/context.ts'
import type { EventName } from '#events/catalog.ts'
import type { Access, AccessRule } from './access.ts'
import type { FileAnswer } from './downloads/file-answer.ts'
import type { Lines } from './lines/lines.ts'
import type { ServedFile } from './served/served-file.ts'
import type { EventStream } from './streams/event-stream.ts'
import type { IncomingFile } from './uploads/received-form.ts'

export type Address = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
type Shape = z.ZodType | undefined
type In<S> = S extends z.ZodType ? z.output<S> : undefined
type Out<S> = S extends z.ZodType ? z.input<S> : undefined

/** What of HTTP itself the few actions need that set or read a cookie, or work long. */
export interface Exchange {
  header(name: string): string | undefined
  /** The name of the host that the client asked, in lower case; null where it named none. */
  host(): string | null
  /** The values of every cookie of that name, which a browser sends once for each domain and path it was set for. */
  cookies(name: string): string[]
  /** Whether the caller has hung up: nobody will read the answer. */
  isGone(): boolean
  /** Who the caller is as of now, for work that goes on. @throws AppError 401, 403 for one who may no longer have it done, and 503 */
  caller(): Promise<Actor>
  /** When the access token ends that the caller came with. */
  tokenExpiresAt(): Date | null
  /** Answers with a stream of events that stays open, for a route that declares one; `id` is its own. */
  openStream(id: string): EventStream
  setCookie(name: string, value: string, options: { path: string; maxAgeSeconds: number }): void
  /** Takes one of the client's hourly budget of codes, for an operation that sends one besides what it does; false when there is none left. */
  takeSend(): Promise<boolean>
}

/** What stays open, and another way into it than the access token. */
export interface StreamDoor {
  /** Any event that it sends: a choice of `{ event, id?, data }`, each named. */
  readonly event: z.ZodType
  /** Whose session a ticket opens, and when the stream ends at the latest; null for one that opens nothing (any more). */
  readonly takeTicket: (service: Service, ticket: string) => Promise<{ readonly sessionId: string; readonly expiresAt: Date } | null>
}

/** A file of a multipart request, read whole within its limit. */
export interface UploadedFile {
  readonly bytes: Buffer
  readonly fileName: string
}

export interface Upload {
  readonly maxBytes: number
}

/** One endpoint: what it does, who may call it, what goes in and out, what it leaves behind, where else it is found. */
export interface Route<
  A extends Access = Access,
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends Shape = Shape,
  L extends Shape = Shape,
> extends AccessRule {
  /** What a generated client calls it: a verb and what it is done to, in camel case; no other route has it. */
  readonly operationId: Uncapitalize<string>
  /** As the interactive documentation says it. */
  readonly summary: string
  readonly description?: string
  readonly access: A
  /** Whose counter a call adds to; 'global' when left out. */
  readonly rate?: RateGroup
  /** In the group 'otp': counts as a send, not as a verification. */
  readonly sendsCode?: true
  readonly params?: P
  /** What stands in the path is no id: whatever it is, the action takes it, and says 400 to what it does not know. */
  readonly isAnyParamTaken?: true
  readonly query?: Q
  readonly body?: B
  /** So many elements and properties the lists and objects of its body may have together, where it needs more than any other (`json-body.ts`). */
  readonly mostValues?: number
  readonly upload?: Upload
  /** The body is a form with one file of up to `UPLOAD_MAX_BYTES`, which the action reads as it comes, and these fields beside it. Opens its own transactions. */
  readonly receives?: { readonly fields?: z.ZodObject }
  /** The body is NDJSON, each of its lines of this shape; the answer too, `reply` is one of its lines. Opens its own transactions. */
  readonly lines?: L
  /** The answer is a stream of events that stays open; whoever can send no header may come by a ticket. */
  readonly stream?: StreamDoor
  /** The answer is a file of one of these media types, written as it is made: `answer`. */
  readonly download?: readonly [string, ...string[]]
  /** What is answered is a file that is kept, of any of these types: a `ServedFile`. */
  readonly serves?: readonly string[]
  /** May set a cookie, wherever it is mounted; below /api/v1/auth every route may. */
  readonly setsCookie?: true
  /** Answers a refresh token, in a cookie where the client asks for that: `withRefreshCookie`. */
  readonly issuesRefreshToken?: true
  /**
   * Reads the header `Idempotency-Key`: with the same one the same call does once what it does. `batches`: as far as the first call came, which may
   * be less than the whole.
   */
  readonly takesIdempotencyKey?: true | 'batches'
  /** None: the answer has no body (204). */
  readonly reply?: R
  readonly status?: 200 | 201 | 202 | 204
  /** The status, with the same shape, for a body whose `dryRun` is true. */
  readonly dryRunStatus?: 200
  /** Error statuses beyond those that follow from the rest of the declaration. */
  readonly errors?: readonly (409 | 413 | 415 | 423 | 401 | 403 | 404)[]
  /** What an error status tells beside the shape that every error has. */
  readonly errorDetails?: { readonly 503?: z.ZodType }
  /** The address of what a 201 made. */
  readonly location?: (record: Out<R>) => string
  /** What a call may put in the event log; another event fails the request, so that this list can't rot. */
  readonly emits?: readonly EventName[]
  /** 'own': slow work (hashing) comes first, and the action opens its transactions itself. */
  readonly transaction?: 'own'
  /** Its own address is of the overview style, and answers in the envelope. */
  readonly isEnveloped?: true
  /** Further addresses of the same endpoint in the overview style; they answer in the envelope. */
  readonly also?: readonly Address[]
  /** Further addresses that answer bare. */
  readonly alsoBare?: readonly Address[]
  readonly run: (
    ctx: A extends 'public' ? PublicContext : Context,
    input: {
      params: In<P>
      query: In<Q>
      body: In<B>
      file: UploadedFile
      incoming: IncomingFile
      lines: Lines<In<L>>
      answer: FileAnswer
      exchange: Exchange
    },
  ) => Promise<(L extends z.ZodType ? undefined : Out<R>) | ServedFile | AppError>
}

/** A route with its types folded away, as tables of routes hold it. */
export interface AnyRoute extends Omit<Route, 'run' | 'location'> {
  readonly location?: (record: never) => string
  readonly run: (ctx: never, input: never) => Promise<unknown>
}
export type Routes = Readonly<Record<string, AnyRoute>>

/** Gives one endpoint its types; it does nothing at run time. */
export function route<
  const A extends Access,
  R extends Shape = undefined,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  L extends Shape = undefined,
>(definition: Route<A, P, Q, B, R, L>): AnyRoute {
  return definition as unknown as AnyRoute
}

/** Endpoints that also answer at their paths below another base, as they do here. */
export const alsoBelow = (base: string, routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([address, endpoint]) => {
      const [method, path] = address.split(' ') as [string, string]
      const other = `${method} ${path === '/' ? base : base + path}` as Address
      return [address, { ...endpoint, alsoBare: [...(endpoint.alsoBare ?? []), other] }]
    }),
  )

export interface MountedAddress {
  readonly method: HTTPMethods
  readonly url: string
  readonly enveloped: boolean
  /** The address in the table that it is an alias of; null for that address itself. */
  readonly aliasOf: string | null
}

/** Every address of one line of a route table: the area path first, then its aliases. */
export function addressesOf(base: string, address: string, endpoint: AnyRoute): MountedAddress[] {
  const [method, path] = address.split(' ') as [HTTPMethods, string]
  const url = path === '/' ? base : base + path
  const alias = (enveloped: boolean) => (other: Address) => {
    const [otherMethod, otherPath] = other.split(' ') as [HTTPMethods, string]
    return { method: otherMethod, url: otherPath, enveloped, aliasOf: `${method} ${url}` }
  }
  return [
    { method, url, enveloped: endpoint.isEnveloped === true, aliasOf: null },
    // 204 has no content (RFC 9110, section 15.3.5), and so no envelope
    ...(endpoint.also ?? []).map(alias(endpoint.status !== 204)),
    ...(endpoint.alsoBare ?? []).map(alias(false)),
  ]
}
