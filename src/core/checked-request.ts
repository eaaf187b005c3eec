/**
 * Whom a request may reach. `public`: over https, an address of the public Internet; for what strangers name. `any`: what an operator names
 * in the configuration, or everybody where the operator allows it.
 */
export type Reach = 'public' | 'any'

/** Why an address is not called: what the words of the caller's language are chosen by. */
export type TargetFault = 'not_a_url' | 'not_https' | 'has_user' | 'has_fragment' | 'port' | 'private_address'

export interface CheckedRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** From the first look-up to the last byte, in milliseconds. */
  readonly timeoutMs: number
  /** An answer of more bytes is broken off. */
  readonly mostBytes: number
  readonly reach: Reach
}

/** A request of whose answer only the beginning is wanted, whatever comes after it. */
export interface OpeningRequest extends Omit<CheckedRequest, 'timeoutMs'> {
  /** From the first look-up to the last header, in milliseconds. */
  readonly headersTimeoutMs: number
  /** How long the body is listened to after that. */
  readonly bodyTimeoutMs: number
  /** Ends the request before its time. */
  readonly signal?: AbortSignal
}

export interface CheckedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** The beginning of an answer. */
export interface AnswerOpening extends CheckedAnswer {
  /** Whether the body is all there was. */
  readonly isWhole: boolean
}

/** What stood between a request and its answer, as far as it is known. */
export type Obstacle = 'dns_error' | 'connection_refused' | 'connection_reset' | 'tls_error' | 'response_error'

/** No whole answer came: `reason` is for the log and for records, and names no address. */
export class RequestFailed extends Error {
  readonly reason: 'refused_address' | 'timeout' | 'too_large' | 'unreachable'
  readonly fault: TargetFault | null
  /** Of what is `unreachable`. */
  readonly obstacle: Obstacle | null

  constructor(reason: RequestFailed['reason'], cause: unknown, fault: TargetFault | null = null, obstacle: Obstacle | null = null) {
    super(`no answer: ${reason}`, { cause })
    this.name = 'RequestFailed'
    this.reason = reason
    this.fault = fault
    this.obstacle = obstacle
  }
}

export interface CheckedClient {
  /** What is wrong with an address before anybody is asked for it; null when nothing is. */
  faultOf(url: string, reach: Reach): TargetFault | null
  /** What is wrong with an address, and with all that its name leads to now; one that leads nowhere is not at fault. */
  findFault(url: string, reach: Reach): Promise<TargetFault | null>
  /**
   * Sends one request and reads its whole answer, whatever the status. Follows no redirect, unpacks nothing, knows no proxy of the
   * environment, and connects to the very address that was judged, so that a name which changes between look and connection gains nothing.
   * @throws RequestFailed
   */
  send(request: CheckedRequest): Promise<CheckedAnswer>
  /**
   * Sends one request and reads the beginning of its answer: at most `mostBytes` of its body, and what came of it in time. Once the headers
   * are there the answer counts, however its body ends.
   * @throws RequestFailed
   */
  begin(request: OpeningRequest): Promise<AnswerOpening>
  close(): Promise<void>
}
