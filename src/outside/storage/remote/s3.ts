import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { ByteRange } from '#core/object-store.ts'
import type { S3Place } from '#outside/storage/storage-url.ts'
import { type Bucket, type BucketManner, type PartedWrite, type Proof, WrongChecksum } from './bucket.ts'

/** The least that S3 takes, but for the last. */
const partBytes = 5 * 1024 * 1024

/**
 * Connections: each belongs to a request or a download of ours, which have limits of their own. A client that reads slowly holds one, and a
 * bound that a few hundred of those reach would keep everybody from the bucket.
 */
const agent = { maxSockets: Number.POSITIVE_INFINITY }

/**
 * A bucket of S3, or of whatever speaks as it does. Credentials are found as AWS has it: environment, files, roles. Asks nothing yet.
 */
export function s3Bucket({ bucket: Bucket, endpoint, region, hasPathStyle }: S3Place, { patienceMs, pageLength }: BucketManner): Bucket {
  const client = new S3Client({
    ...(endpoint !== null && { endpoint }),
    region,
    forcePathStyle: hasPathStyle,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: patienceMs / 4, httpAgent: agent, httpsAgent: agent },
  })
  const named = (Key: string) => ({ Bucket, Key })
  return {
    partBytes,
    async putWhole(name, Body, ContentType, abortSignal) {
      const sums = sumsOf(Body)
      const command = new PutObjectCommand({ ...named(name), Body, ContentType, ChecksumCRC32: sums.crc32 })
      return proofOf(await client.send(command, { abortSignal }), sums)
    },
    async beginParts(name, ContentType, abortSignal) {
      const command = new CreateMultipartUploadCommand({ ...named(name), ContentType, ChecksumAlgorithm: 'CRC32' })
      const { UploadId } = await client.send(command, { abortSignal })
      return partedWrite(client, { ...named(name), UploadId: UploadId! })
    },
    async facts(name, abortSignal) {
      const found = await ifThere(client.send(new HeadObjectCommand(named(name)), { abortSignal }))
      return found && { bytes: found.ContentLength ?? 0, contentType: found.ContentType ?? '' }
    },
    async open(name, range, abortSignal) {
      const command = new GetObjectCommand({ ...named(name), ChecksumMode: 'ENABLED', ...(range && { Range: rangeHeader(range) }) })
      const found = await ifThere(client.send(command, { abortSignal }))
      if (!found) return null
      // the library checks by itself what the store tells the checksum of
      const isChecked = found.ChecksumCRC32 !== undefined && found.ChecksumType !== 'COMPOSITE'
      const md5 = range || isChecked ? null : plainMd5(found)
      return { stream: found.Body as Readable, contentType: found.ContentType ?? '', md5: md5 === null ? null : Buffer.from(md5, 'hex') }
    },
    async page(Prefix, after, abortSignal) {
      const command = new ListObjectsV2Command({
        Bucket,
        Prefix,
        MaxKeys: pageLength,
        ...(after !== undefined && { ContinuationToken: after }),
      })
      const { Contents = [], NextContinuationToken: next } = await client.send(command, { abortSignal })
      return { objects: Contents.map(({ Key, Size, LastModified }) => ({ key: Key!, bytes: Size ?? 0, modifiedAt: LastModified! })), next }
    },
    async delete(name, abortSignal) {
      await ifThere(client.send(new DeleteObjectCommand(named(name)), { abortSignal }))
    },
    async deleteUnfinished(Prefix, before, abortSignal) {
      let marker: { KeyMarker?: string; UploadIdMarker?: string } = {}
      for (;;) {
        const page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...marker }), { abortSignal })
        for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
          if (Key !== undefined && UploadId !== undefined && Initiated !== undefined && Initiated < before)
            await ifThere(client.send(new AbortMultipartUploadCommand({ ...named(Key), UploadId }), { abortSignal }))
        if (!page.IsTruncated || page.NextKeyMarker === undefined) return
        marker = { KeyMarker: page.NextKeyMarker, ...(page.NextUploadIdMarker && { UploadIdMarker: page.NextUploadIdMarker }) }
      }
    },
  }
}

function partedWrite(client: S3Client, upload: { Bucket: string; Key: string; UploadId: string }): PartedWrite {
  const Parts: CompletedPart[] = []
  let proof: Proof = 'proved'
  return {
    async part(Body, abortSignal) {
      const sums = sumsOf(Body)
      const PartNumber = Parts.length + 1
      const command = new UploadPartCommand({ ...upload, PartNumber, Body, ChecksumCRC32: sums.crc32 })
      const answer = await client.send(command, { abortSignal })
      if (proofOf(answer, sums) === 'told nothing') proof = 'told nothing'
      Parts.push({ PartNumber, ETag: answer.ETag, ChecksumCRC32: sums.crc32 })
    },
    async complete(abortSignal) {
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), { abortSignal })
      return proof
    },
    async abort(abortSignal) {
      await ifThere(client.send(new AbortMultipartUploadCommand(upload), { abortSignal }))
    },
  }
}

interface Sums {
  readonly crc32: string
  readonly md5: string
}

function sumsOf(bytes: Buffer): Sums {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return { crc32: sum.toString('base64'), md5: createHash('md5').update(bytes).digest('hex') }
}

interface Told {
  readonly ETag?: string | undefined
  readonly ChecksumCRC32?: string | undefined
  readonly ServerSideEncryption?: string | undefined
  readonly SSECustomerAlgorithm?: string | undefined
}

/** An entity tag is the MD5 of what was sent in one piece, unless the store encrypts in a way of its own; then it may look like one. */
function plainMd5({ ETag, ServerSideEncryption, SSECustomerAlgorithm }: Told): string | null {
  if (SSECustomerAlgorithm !== undefined || (ServerSideEncryption !== undefined && ServerSideEncryption !== 'AES256')) return null
  return /^"?([0-9a-f]{32})"?$/.exec(ETag ?? '')?.[1] ?? null
}

/** The tag is believed before the checksum: some that are not AWS repeat that as it was sent, and never look at the bytes. */
function proofOf(told: Told, sent: Sums): Proof {
  const md5 = plainMd5(told)
  if (md5 !== null && md5 !== sent.md5) throw new WrongChecksum()
  if (told.ChecksumCRC32 !== undefined && told.ChecksumCRC32 !== sent.crc32) throw new WrongChecksum()
  return md5 === null && told.ChecksumCRC32 === undefined ? 'told nothing' : 'proved'
}

const rangeHeader = ({ start, end }: ByteRange): string => `bytes=${start}-${end}`

/** Null for an object, or an upload, that there is not; a bucket that there is not is another thing. */
async function ifThere<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    const { name } = error as Error
    if (name === 'NoSuchKey' || name === 'NotFound' || name === 'NoSuchUpload') return null
    throw error
  }
}
