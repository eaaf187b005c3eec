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

export interface CheckedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** No whole answer came: `reason` is for the log and for records, and names no address. */
export class RequestFailed extends Error {
  readonly reason: 'refused_address' | 'timeout' | 'too_large' | 'unreachable'
  readonly fault: TargetFault | null

  constructor(reason: RequestFailed['reason'], cause: unknown, fault: TargetFault | null = null) {
    super(`no answer: ${reason}`, { cause })
    this.name = 'RequestFailed'
    this.reason = reason
    this.fault = fault
  }
}

export interface CheckedClient {
  /** What is wrong with an address before anybody is asked for it; null when nothing is. */
  faultOf(url: string, reach: Reach): TargetFault | null
  /**
   * Sends one request and reads its whole answer, whatever the status. Follows no redirect, unpacks nothing, knows no proxy of the
   * environment, and connects to the very address that was judged, so that a name which changes between look and connection gains nothing.
   * @throws RequestFailed
   */
  send(request: CheckedRequest): Promise<CheckedAnswer>
  close(): Promise<void>
}
