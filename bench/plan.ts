/** What the load generator is told, and what it tells. */
export interface Request {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Plan {
  /** `http://host:port` */
  url: string
  connections: number
  seconds: number
  /** Connection n sends request n, over and over, going round when there are fewer requests. */
  requests: Request[]
  /** Milliseconds each connection waits between answer and next request; none unless given. */
  pauseMs?: number
  /** One refresh token for each connection: it is the body of the next request, and each answer brings the one after it. */
  chain?: string[]
  /** Counts from the first answer on, for loads of a few answers a second. */
  steady?: true
  /** Processes whose processor time is read around the load. */
  pids: number[]
}

export interface Load {
  answers: number
  seconds: number
  perSecond: number
  /** How many answers of each HTTP status. */
  statuses: Record<string, number>
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** User and system time, in the order of the plan's `pids`. */
  cpuSeconds: number[]
  /** The tokens that are good after the last answers. */
  chain: string[]
}
