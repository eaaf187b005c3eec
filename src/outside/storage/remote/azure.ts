import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  AnonymousCredential,
  type BlobItem,
  type BlockBlobClient,
  ContainerClient,
  newPipeline,
  StorageSharedKeyCredential,
} from '@azure/storage-blob'
import type { AzureAccess, AzurePlace } from '#outside/storage/storage-url.ts'
import { type Bucket, type BucketManner, type PartedWrite, WrongChecksum } from './bucket.ts'

const partBytes = 4 * 1024 * 1024

/** A container of Azure Blob Storage. Asks nothing yet. Throws where the key is none. */
export function azureContainer(
  { account, container: name, endpoint }: AzurePlace,
  access: AzureAccess,
  { pageLength }: BucketManner,
): Bucket {
  const address = `${endpoint ?? `https://${account}.blob.core.windows.net`}/${name}`
  const credential = 'key' in access ? new StorageSharedKeyCredential(account, access.key) : new AnonymousCredential()
  const pipeline = newPipeline(credential, { retryOptions: { maxTries: 3, retryDelayInMs: 200, maxRetryDelayInMs: 1000 } })
  const signature = 'key' in access ? '' : `?${access.signature.replace(/^\?/, '')}`
  const container = new ContainerClient(address + signature, pipeline)
  const blob = (name: string) => container.getBlockBlobClient(name)
  return {
    partBytes,
    async putWhole(name, body, blobContentType, abortSignal) {
      const md5 = md5Of(body)
      const headers = { blobContentType, blobContentMD5: md5 }
      const { contentMD5 } = await blob(name).upload(body, body.length, { blobHTTPHeaders: headers, abortSignal })
      if (contentMD5 === undefined) return 'told nothing'
      if (!md5.equals(contentMD5)) throw new WrongChecksum()
      return 'proved'
    },
    beginParts: async (name, contentType) => partedWrite(blob(name), contentType),
    async facts(name, abortSignal) {
      const found = await ifThere(blob(name).getProperties({ abortSignal }))
      return found && { bytes: found.contentLength ?? 0, contentType: found.contentType ?? '' }
    },
    async open(name, range, abortSignal) {
      const [from, length] = range ? [range.start, range.end - range.start + 1] : [0, undefined]
      const found = await ifThere(blob(name).download(from, length, { abortSignal, maxRetryRequests: 2 }))
      if (!found) return null
      const md5 = range || found.contentMD5 === undefined ? null : Buffer.from(found.contentMD5)
      return { stream: found.readableStreamBody as Readable, contentType: found.contentType ?? '', md5 }
    },
    async page(prefix, continuationToken, abortSignal) {
      const pages = container
        .listBlobsFlat({ prefix, abortSignal })
        .byPage({ maxPageSize: pageLength, ...(continuationToken !== undefined && { continuationToken }) })
      const { value: page } = await pages.next()
      const blobs: BlobItem[] = page?.segment.blobItems ?? []
      const objects = blobs.map(({ name: key, properties: { contentLength = 0, lastModified } }) => ({
        key,
        bytes: contentLength,
        modifiedAt: lastModified,
      }))
      return { objects, next: page?.continuationToken || undefined }
    },
    async delete(name, abortSignal) {
      await ifThere(blob(name).delete({ deleteSnapshots: 'include', abortSignal }))
    },
    // blocks that were never committed are nobody's and are dropped after a week, and nothing else takes them away
    deleteUnfinished: async () => undefined,
  }
}

function partedWrite(blob: BlockBlobClient, blobContentType: string): PartedWrite {
  const ids: string[] = []
  const whole = createHash('md5')
  return {
    async part(bytes, abortSignal) {
      // all of one length, as the service wants them
      const id = Buffer.from(String(ids.length).padStart(8, '0')).toString('base64')
      const md5 = md5Of(bytes)
      const { contentMD5 } = await blob.stageBlock(id, bytes, bytes.length, { transactionalContentMD5: md5, abortSignal })
      if (contentMD5 !== undefined && !md5.equals(contentMD5)) throw new WrongChecksum()
      ids.push(id)
      whole.update(bytes)
    },
    async complete(abortSignal) {
      await blob.commitBlockList(ids, { blobHTTPHeaders: { blobContentType, blobContentMD5: whole.digest() }, abortSignal })
      return 'proved'
    },
    abort: async () => undefined,
  }
}

const md5Of = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest()

/** Null for a blob that there is not; a container that there is not is another thing. */
async function ifThere<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    // an answer without a body need not name what there is not
    const { statusCode, code } = error as { statusCode?: number; code?: string }
    if (statusCode === 404 && code !== 'ContainerNotFound') return null
    throw error
  }
}
