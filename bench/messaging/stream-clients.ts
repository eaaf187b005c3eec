/** Readers of live streams, a process of its own: `{ open }` opens them and answers when all are ready, `take` gives what came, `close` ends them. */
import { type ClientRequest, get } from 'node:http'
import type { StreamPlan } from './streams.ts'

let lags: number[] = []
let others: Record<string, number> = {}
const open = new Set<ClientRequest>()

/** Opens one, and waits for its first event. */
function read(url: string, token: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = get(`${url}/api/v1/notifications/stream`, { agent: false, headers: { authorization: `Bearer ${token}` } }, (answer) => {
    if (answer.statusCode !== 200) return reject(new Error(`a stream answered ${answer.statusCode}`))
    let rest = ''
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      const now = performance.timeOrigin + performance.now()
      const parts = (rest + chunk).split('\n\n')
      rest = parts.pop()!
      for (const part of parts) {
        const event = /^event: (\S+)$/m.exec(part)?.[1]
        if (event === 'ready') resolve()
        else if (event === 'notification.created') lags.push(now - Date.parse(/"createdAt":"([^"]+)"/.exec(part)![1]!))
        else if (event !== undefined) others[event] = (others[event] ?? 0) + 1
      }
    })
    answer.on('error', () => {})
  })
  request.on('error', reject)
  request.on('close', () => open.delete(request))
  open.add(request)
  return promise
}

async function openAll({ urls, tokens, perAccount }: StreamPlan): Promise<void> {
  for (const [place, token] of tokens.entries())
    await Promise.all(Array.from({ length: perAccount }, (_, n) => read(urls[(place + n) % urls.length]!, token)))
}

process.on('message', (asked: { open: StreamPlan } | 'take' | 'count' | 'close') => {
  if (typeof asked === 'object') return void openAll(asked.open).then(() => process.send!(open.size))
  if (asked === 'count') return void process.send!(lags.length)
  if (asked === 'close') {
    for (const request of open) request.destroy()
    return void process.send!('closed')
  }
  process.send!({ lags: Float64Array.from(lags), others })
  lags = []
  others = {}
})
process.send!('ready')
