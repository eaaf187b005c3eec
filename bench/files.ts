/** `POST /api/v1/files/upload` and `GET /api/v1/files/{id}` on a folder, against a bare stream to disk and from it with SHA-256. */
import { Agent, request } from 'node:http'
import { ownDatabase } from './database.ts'
import { cpuSecondsOf, serverCore } from './processes.ts'
import { alternate } from './rounds.ts'
import { signIn, startBare, startOurs, superAdmin } from './servers.ts'
import { median } from './statistics.ts'
import { type Result, ratio, whole } from './table.ts'

const megabytes = 8
const filesInRound = 16
const rounds = 4
const atOnce = 2
const wanted = 0.7

/** Of a kind that passes through as it is. */
const file = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(megabytes * 1_000_000 - 9, 'a letter after the other, and no end of it. '),
])
const boundary = 'a-boundary-of-the-benchmark'
const form = Buffer.concat([
  Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`),
  file,
  Buffer.from(`\r\n--${boundary}--\r\n`),
])

interface Side {
  readonly pid: number
  readonly url: string
  readonly headers: Record<string, string>
  readonly upload: { readonly path: string; readonly type: string; readonly body: Buffer }
  readonly download: (id: string) => string
}

interface Rates {
  readonly perCore: number
  readonly perSecond: number
}

export async function measureFiles(): Promise<Result[]> {
  await using service = await startOurs({ databaseUrl: await ownDatabase(), core: serverCore, env: { BCRYPT_COST: '4' } })
  const { accessToken } = await signIn(service, superAdmin)
  const bare = await startBare('files', serverCore, {})
  const ours: Side = {
    pid: service.pid,
    url: service.url,
    headers: { authorization: `Bearer ${accessToken}` },
    upload: { path: '/api/v1/files/upload', type: `multipart/form-data; boundary=${boundary}`, body: form },
    download: (id) => `/api/v1/files/${id}`,
  }
  const least: Side = {
    pid: bare.pid,
    url: bare.url,
    headers: {},
    upload: { path: '/files', type: 'application/pdf', body: file },
    download: (id) => `/files/${id}`,
  }
  const ids = new Map<Side, string>()
  for (const side of [ours, least]) ids.set(side, await uploadOne(side))
  const up = await alternate(
    rounds,
    () => rated(ours, uploadOne),
    () => rated(least, uploadOne),
  )
  const down = await alternate(
    rounds,
    () => rated(ours, (side, agent) => downloadOne(side, ids.get(side)!, agent)),
    () => rated(least, (side, agent) => downloadOne(side, ids.get(side)!, agent)),
  )
  process.kill(bare.pid, 'SIGTERM')
  await service.kill('SIGTERM')
  return [...lines(`Upload of ${megabytes} MB`, up), ...lines(`Download of ${megabytes} MB`, down)]
}

function lines(what: string, { ours, bare }: { ours: Rates[]; bare: Rates[] }): Result[] {
  const line = (kind: keyof Rates) => {
    const [own, least] = [ours, bare].map((rates) => median(rates.map((rate) => rate[kind])))
    return { ours: whole(own!), bare: whole(least!), value: ratio(own! / least!), passes: own! / least! >= wanted }
  }
  const { passes: _, ...byClock } = line('perSecond')
  return [
    { what: `${what}, MB/s of a core`, ...line('perCore'), target: `>= ${wanted}` },
    { what: '  MB/s by the clock', ...byClock },
  ]
}

async function rated(side: Side, work: (side: Side, agent: Agent) => Promise<unknown>): Promise<Rates> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const [began, coreBefore] = [performance.now(), cpuSecondsOf(side.pid)]
  let left = filesInRound
  const worker = async () => {
    while (left-- > 0) await work(side, agent)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  agent.destroy()
  const total = megabytes * filesInRound
  return { perCore: total / (cpuSecondsOf(side.pid) - coreBefore), perSecond: (total * 1000) / (performance.now() - began) }
}

async function uploadOne({ url, headers, upload: { path, type, body } }: Side, agent?: Agent): Promise<string> {
  const sent = { ...headers, 'content-type': type, 'content-length': String(body.length) }
  const { status, text } = await asked(url + path, { method: 'POST', headers: sent, agent, body })
  if (status !== 201) throw new Error(`an upload was answered ${status}: ${text()}`)
  return JSON.parse(text()).id
}

async function downloadOne({ url, headers, download }: Side, id: string, agent: Agent): Promise<void> {
  const { status, bytes } = await asked(url + download(id), { method: 'GET', headers, agent })
  if (status !== 200 || bytes !== file.length) throw new Error(`a download was answered ${status} with ${bytes} bytes`)
}

/** Takes an answer without keeping more than its beginning. */
function asked(
  url: string,
  { method, headers, agent, body }: { method: string; headers: Record<string, string>; agent: Agent | undefined; body?: Buffer },
): Promise<{ status: number; bytes: number; text: () => string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; bytes: number; text: () => string }>()
  const sent = request(url, { method, headers, ...(agent && { agent }) }, (answer) => {
    let [bytes, head] = [0, '']
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (head.length < 2000) head += chunk.subarray(0, 2000).toString()
    })
    answer.on('end', () => resolve({ status: answer.statusCode!, bytes, text: () => head })).on('error', reject)
  })
  sent.on('error', reject).end(body)
  return promise
}
