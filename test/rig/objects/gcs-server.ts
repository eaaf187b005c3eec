/** The part of the JSON API of Google Cloud Storage that files need: uploads of both kinds, reads, ranges, lists, deletes. In memory. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { atEnd } from '../cleanup.ts'

interface StoredObject {
  readonly body: Buffer
  readonly contentType: string
  readonly at: string
}

interface Session {
  readonly name: string
  readonly contentType: string
  readonly chunks: Buffer[]
}

const step = 256 * 1024

/** @returns its address */
export async function gcsServer(bucket: string): Promise<string> {
  const objects = new Map<string, StoredObject>()
  const sessions = new Map<string, Session>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null)
    if (body === null) return
    const { pathname, searchParams: query } = new URL(request.url!, 'http://x')
    const own = `/storage/v1/b/${bucket}/o`
    if (pathname === `/upload${own}`)
      return query.has('upload_id') ? continueSession(request, response, body) : upload(request, response, query, body)
    if (pathname === own) return list(response, query)
    const name = pathname.startsWith(`${own}/`) ? decodeURIComponent(pathname.slice(own.length + 1)) : null
    const found = name === null ? undefined : objects.get(name)
    if (name === null || !found) return answer(response, 404, { error: { code: 404, message: 'No such object' } })
    if (request.method === 'DELETE') {
      objects.delete(name)
      return response.writeHead(204).end()
    }
    if (query.get('alt') === 'media') return media(request, response, found)
    return answer(response, 200, resource(name, found))
  })

  const store = (name: string, contentType: string, body: Buffer) => {
    const stored = { body, contentType, at: new Date().toISOString() }
    objects.set(name, stored)
    return resource(name, stored)
  }

  function upload({ headers }: IncomingMessage, response: ServerResponse, query: URLSearchParams, body: Buffer) {
    if (query.get('uploadType') === 'resumable') {
      const id = `${sessions.size + 1}`
      const contentType = String(headers['x-upload-content-type'] ?? 'application/octet-stream')
      sessions.set(id, { name: query.get('name')!, contentType, chunks: [] })
      const location = `http://${headers.host}/upload/storage/v1/b/${bucket}/o?uploadType=resumable&upload_id=${id}`
      return response.writeHead(200, { location, 'content-length': 0 }).end()
    }
    // multipart/related: what it is, then the bytes
    const boundary = /boundary=(?:"([^"]+)"|(\S+))/.exec(headers['content-type']!)!.slice(1).find(Boolean)!
    const [, about, media] = split(body, Buffer.from(`--${boundary}`))
    const { name, md5Hash } = JSON.parse(content(about!).toString())
    const contentType = /content-type: *(\S+)/i.exec(media!.subarray(0, 1000).toString('latin1'))?.[1] ?? ''
    const bytes = content(media!)
    if (md5Hash !== undefined && md5Hash !== md5Of(bytes)) return answer(response, 400, { error: { code: 400, message: 'wrong md5' } })
    return answer(response, 200, store(name ?? query.get('name'), contentType, bytes))
  }

  function continueSession({ method, headers, url }: IncomingMessage, response: ServerResponse, body: Buffer) {
    const id = new URL(url!, 'http://x').searchParams.get('upload_id')!
    const session = sessions.get(id)
    if (!session) return response.writeHead(404).end()
    if (method === 'DELETE') {
      sessions.delete(id)
      return response.writeHead(499).end()
    }
    const held = session.chunks.reduce((sum, { length }) => sum + length, 0)
    const [, first, , total] = /^bytes (?:(\d+)-(\d+|\*)|\*)\/(\d+|\*|undefined)$/.exec(headers['content-range']!) ?? []
    // what was sent twice is taken once
    if (first !== undefined && Number(first) <= held) session.chunks.push(body.subarray(held - Number(first)))
    const now = session.chunks.reduce((sum, { length }) => sum + length, 0)
    if (total !== undefined && /^\d+$/.test(total) && now === Number(total)) {
      sessions.delete(id)
      return answer(response, 200, store(session.name, session.contentType, Buffer.concat(session.chunks)))
    }
    if (now % step !== 0) return answer(response, 400, { error: { code: 400, message: 'not a multiple of 256 KiB' } })
    return response.writeHead(308, { ...(now > 0 && { range: `bytes=0-${now - 1}` }), 'content-length': 0 }).end()
  }

  function list(response: ServerResponse, query: URLSearchParams): void {
    const after = query.get('pageToken') ?? ''
    const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '') && name > after).sort(byteOrder)
    const page = names.slice(0, Number(query.get('maxResults') ?? 1000))
    const items = page.map((name) => resource(name, objects.get(name)!))
    answer(response, 200, { items, ...(names.length > page.length && { nextPageToken: page.at(-1) }) })
  }

  function media({ headers }: IncomingMessage, response: ServerResponse, { body, contentType }: StoredObject): void {
    const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    const part = start === undefined ? body : body.subarray(Number(start), end === '' ? undefined : Number(end) + 1)
    const hash = `crc32c=${crc32cOf(body)},md5=${md5Of(body)}`
    response.writeHead(start === undefined ? 200 : 206, {
      'content-type': contentType,
      'content-length': part.length,
      'x-goog-hash': hash,
      'x-goog-stored-content-encoding': 'identity',
    })
    response.end(part)
  }

  const resource = (name: string, { body, contentType, at }: StoredObject) => ({
    kind: 'storage#object',
    name,
    bucket,
    size: String(body.length),
    contentType,
    md5Hash: md5Of(body),
    crc32c: crc32cOf(body),
    timeCreated: at,
    updated: at,
    generation: '1',
  })

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function answer(response: ServerResponse, status: number, json: object) {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
}

function split(body: Buffer, boundary: Buffer): Buffer[] {
  const parts: Buffer[] = []
  let from = 0
  for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, from)) {
    parts.push(body.subarray(from, at))
    from = at + boundary.length
  }
  return parts
}

/** Behind its headers, without the line's end before the boundary. */
const content = (part: Buffer): Buffer => part.subarray(part.indexOf('\r\n\r\n') + 4, part.length - 2)

const byteOrder = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const md5Of = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64')

/** CRC-32C (RFC 3720, appendix B.4). */
const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1
  return value
})

function crc32cOf(bytes: Buffer): string {
  let value = 0xffffffff
  for (const byte of bytes) value = table[(value ^ byte) & 255]! ^ (value >>> 8)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE((value ^ 0xffffffff) >>> 0)
  return sum.toString('base64')
}
