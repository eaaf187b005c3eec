/**
 * The load generator, a process of its own so that it never takes time from the core it measures: one request at a time on each
 * kept-alive connection, written and read as bytes (an HTTP client would cost more than the server under test).
 * A plan comes as JSON on standard input, the measured load goes as JSON to standard output.
 */
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Load, Plan } from './plan.ts'
import { cpuSecondsOf } from './processes.ts'
import { percentile } from './statistics.ts'

const plan: Plan = JSON.parse(await text(process.stdin))
const { hostname, port, host } = new URL(plan.url)

const latenciesMs: number[] = []
const statuses: Record<string, number> = {}
const tokens = [...(plan.chain ?? [])]
let over = false
let firstEnd = 0
let lastEnd = 0

const bytesOf = (connection: number): Buffer => {
  const request = plan.requests[connection % plan.requests.length]!
  const body = plan.chain ? JSON.stringify({ refreshToken: tokens[connection] }) : (request.body ?? '')
  const headers = Object.entries({ host, ...request.headers, ...(body && { 'content-type': 'application/json' }) })
  const length = body ? `content-length: ${Buffer.byteLength(body)}\r\n` : ''
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`${request.method} ${request.path} HTTP/1.1\r\n${head}${length}\r\n${body}`)
}

/** One connection asking again and again until the time is over; made anew when the server closes it (it does after 10,000 requests). */
function keepAsking(connection: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fixed = plan.chain ? null : bytesOf(connection)
  let socket: Socket
  let received: Buffer | null = null
  let sentAt = 0

  const ask = () => {
    sentAt = performance.now()
    socket.write(fixed ?? bytesOf(connection))
  }
  const next = () => {
    if (over) return void socket.end()
    if (plan.pauseMs === undefined) return ask()
    setTimeout(() => (over ? socket.end() : ask()), plan.pauseMs)
  }
  const open = () => {
    socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    socket.on('connect', next)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received = received ? Buffer.concat([received, chunk]) : chunk
      const answer = wholeAnswer(received)
      if (!answer) return
      const now = performance.now()
      received = null
      latenciesMs.push(now - sentAt)
      firstEnd ||= now
      lastEnd = now
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (plan.chain && answer.status === '200') tokens[connection] = JSON.parse(answer.body()).refreshToken
      if (!answer.closes) next()
    })
    socket.on('close', () => (over ? resolve() : open()))
  }
  open()
  return promise
}

/** The answer once its last byte has come. Throws for one without a content length: no server under test sends such a thing. */
function wholeAnswer(bytes: Buffer): { status: string; closes: boolean; body(): string } | null {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = bytes.toString('latin1', 0, headEnd)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without a length: ${head}`)
  const end = headEnd + 4 + Number(length)
  if (bytes.length < end) return null
  return { status: head.slice(9, 12), closes: /connection: close/i.test(head), body: () => bytes.toString('utf8', headEnd + 4, end) }
}

const cpuBefore = plan.pids.map(cpuSecondsOf)
const start = performance.now()
const asking = Array.from({ length: plan.connections }, (_, connection) => keepAsking(connection))
setTimeout(() => {
  over = true
}, plan.seconds * 1000)
await Promise.all(asking)
const cpuAfter = plan.pids.map(cpuSecondsOf)
latenciesMs.sort((a, b) => a - b)
const load: Load = {
  answers: latenciesMs.length,
  seconds: (lastEnd - start) / 1000,
  // with few answers the first one's wait would count as idle time
  perSecond: plan.steady ? ((latenciesMs.length - 1) * 1000) / (lastEnd - firstEnd) : (latenciesMs.length * 1000) / (lastEnd - start),
  statuses,
  p50Ms: percentile(latenciesMs, 0.5),
  p99Ms: percentile(latenciesMs, 0.99),
  maxMs: percentile(latenciesMs, 1),
  cpuSeconds: cpuAfter.map((after, index) => after - cpuBefore[index]!),
  chain: tokens,
}
process.stdout.write(JSON.stringify(load))
