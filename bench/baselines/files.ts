/** The least a service can do with files: Fastify, the bytes to disk or from it as they come, and their SHA-256. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Fastify from 'fastify'

const folder = await mkdtemp(join(tmpdir(), 'bench-files-'))
process.once('SIGTERM', async () => {
  await rm(folder, { recursive: true })
  process.exit(0)
})
let files = 0

const app = Fastify()
app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

async function* hashed(chunks: AsyncIterable<Buffer>, ended: (checksum: string) => void): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  ended(hash.digest('hex'))
}

app.post('/files', { bodyLimit: 2 ** 30 }, async (request, reply) => {
  const id = `${++files}`
  let checksum = ''
  const told = (sum: string) => {
    checksum = sum
  }
  // on the disk when it is answered, as a file that is kept must be
  await pipeline(request.body as Readable, (chunks) => hashed(chunks, told), createWriteStream(join(folder, id), { flush: true }))
  return reply.code(201).send({ id, checksum })
})
app.get('/files/:id', async (request, reply) => {
  const { id } = request.params as { id: string }
  const chunks = createReadStream(join(folder, id), { highWaterMark: 256 * 1024 })
  return reply.header('content-type', 'application/pdf').send(
    Readable.from(
      hashed(chunks, () => undefined),
      { objectMode: false },
    ),
  )
})
console.log(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
