/**
 * A receiver of webhooks that answers 200 at once, a process of its own; what comes to `/hang…` is never answered. It reads bytes, for an HTTP
 * server would cost more than what is measured. `take` on its channel gives what has come since the last, `count` how much that is.
 */
import { createServer } from 'node:net'
import type { Arrivals } from './receivers.ts'

const answer = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')

let ids = new Set<string>()
let paths: string[] = []
let numbers: number[] = []
let places = new Map<string, number>()

/** Keeps a delivery: its path, when it came, how old what it tells of was, and its number if the body has one. */
function keep(head: string, body: string): void {
  const path = head.slice(head.indexOf(' ') + 1, head.indexOf(' HTTP'))
  ids.add(/x-webhook-id: (\S+)/i.exec(head)?.[1] ?? '')
  let place = places.get(path)
  if (place === undefined) {
    place = paths.push(path) - 1
    places.set(path, place)
  }
  const now = performance.timeOrigin + performance.now()
  const happened = /"timestamp":"([^"]+)"/.exec(body)?.[1]
  numbers.push(place, now, happened === undefined ? Number.NaN : now - Date.parse(happened), Number(/"n":(\d+)/.exec(body)?.[1] ?? -1))
}

const server = createServer((socket) => {
  let received = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received = received.length > 0 ? Buffer.concat([received, chunk]) : chunk
    for (;;) {
      const headEnd = received.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const head = received.toString('latin1', 0, headEnd)
      const end = headEnd + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (received.length < end) return
      const body = received.toString('utf8', headEnd + 4, end)
      received = received.subarray(end)
      if (head.startsWith('POST /hang')) continue
      keep(head, body)
      socket.write(answer)
    }
  })
})
process.on('message', (asked) => {
  if (asked === 'count') return void process.send!(numbers.length / 4)
  const arrivals: Arrivals = { paths, numbers: Float64Array.from(numbers), unique: ids.size }
  process.send!(arrivals)
  ids = new Set()
  paths = []
  numbers = []
  places = new Map()
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
