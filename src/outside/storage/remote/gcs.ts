import { Readable, type Writable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { IdempotencyStrategy, Storage } from '@google-cloud/storage'
import type { ByteRange } from '#core/object-store.ts'
import type { GcsPlace } from '#outside/storage/storage-url.ts'
import type { Bucket, BucketManner, PartedWrite } from './bucket.ts'

/** A multiple of 256 KiB, as the service wants it. */
const partBytes = 4 * 1024 * 1024

/**
 * A bucket of Google Cloud Storage. Credentials are found as Google has it: a file that the environment names, or the machine's account; none
 * are sent over plain http. Asks nothing yet.
 */
export function gcsBucket({ bucket: name, endpoint }: GcsPlace, { patienceMs, pageLength }: BucketManner): Bucket {
  const storage = new Storage({
    ...(endpoint !== null && { apiEndpoint: endpoint, useAuthWithCustomEndpoint: endpoint.startsWith('https:') }),
    timeout: patienceMs,
    retryOptions: {
      autoRetry: true,
      maxRetries: 2,
      maxRetryDelay: 2,
      totalTimeout: patienceMs / 1000,
      // what is written twice is the same both times
      idempotencyStrategy: IdempotencyStrategy.RetryAlways,
    },
  })
  const bucket = storage.bucket(name)
  const isSecret = endpoint === null || endpoint.startsWith('https:')
  /** As the library asks for it, whose own streams bring two others between and go on when nobody reads them any more. */
  const ask = async (name: string, range: ByteRange | undefined, signal: AbortSignal) => {
    const address = `${storage.apiEndpoint}/storage/v1/b/${bucket.name}/o/${encodeURIComponent(name)}?alt=media`
    const headers = new Headers(isSecret ? await storage.authClient.getRequestHeaders(address) : {})
    headers.set('accept-encoding', 'identity')
    if (range) headers.set('range', `bytes=${range.start}-${range.end}`)
    return await fetch(address, { headers, signal })
  }
  return {
    partBytes,
    async putWhole(name, body, contentType) {
      // compares what was stored, and takes it away where it is something else
      await bucket.file(name).save(body, { resumable: false, contentType, validation: 'crc32c', timeout: patienceMs })
      return 'proved'
    },
    async beginParts(name, contentType) {
      return partedWrite(bucket.file(name).createWriteStream({ resumable: true, chunkSize: partBytes, contentType, validation: 'crc32c' }))
    },
    async facts(name) {
      const [found] = (await ifThere(bucket.file(name).getMetadata())) ?? []
      return found ? { bytes: Number(found.size), contentType: found.contentType ?? '' } : null
    },
    async open(name, range, signal) {
      let answer = await ask(name, range, signal)
      if (answer.status >= 500) answer = await ask(name, range, signal)
      const md5 = range ? undefined : /(?:^|,)\s*md5=([^,\s]+)/.exec(answer.headers.get('x-goog-hash') ?? '')?.[1]
      const contentType = answer.headers.get('content-type') ?? ''
      if (answer.ok)
        return {
          stream: answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([]),
          contentType,
          md5: md5 === undefined ? null : Buffer.from(md5, 'base64'),
        }
      await answer.body?.cancel()
      if (answer.status === 404) return null
      throw Object.assign(new Error('not read'), { code: answer.status })
    },
    async page(prefix, pageToken) {
      const asked = { prefix, maxResults: pageLength, autoPaginate: false, ...(pageToken !== undefined && { pageToken }) }
      const [files, query] = await bucket.getFiles(asked)
      const objects = files.map(({ name: key, metadata: { size, timeCreated } }) => ({
        key,
        bytes: Number(size),
        modifiedAt: new Date(timeCreated ?? 0),
      }))
      return { objects, next: (query as { pageToken?: string } | null)?.pageToken }
    },
    async delete(name) {
      await bucket.file(name).delete({ ignoreNotFound: true })
    },
    // a session that was never finished ends after a week, and is nobody's until then
    deleteUnfinished: async () => undefined,
  }
}

/** A resumable session: what is written goes in requests of one part each, and nothing is there before the last of them. */
function partedWrite(stream: Writable): PartedWrite {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  stream.once('error', reject).once('finish', resolve)
  // whoever waits is told; nobody may be waiting just then
  ended.catch(() => undefined)
  return {
    async part(bytes) {
      const { promise: taken, resolve } = Promise.withResolvers<void>()
      stream.write(bytes, () => resolve())
      await Promise.race([taken, ended])
    },
    async complete() {
      stream.end()
      await ended
      return 'proved'
    },
    abort: async () => void stream.on('error', () => undefined).destroy(),
  }
}

/** Null for an object that there is not. */
async function ifThere<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if ((error as { code?: number }).code === 404) return null
    throw error
  }
}
