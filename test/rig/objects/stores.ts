/** A server of each kind that files can be kept on, with a proxy in front of it. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob'
import { startFauxqs } from 'fauxqs'
import type { StorageAccess } from '#outside/storage/open-storage.ts'
import { atEnd } from '../cleanup.ts'
import { eventually, freePort } from '../ports.ts'
import { type Front, frontOf } from './front.ts'
import { gcsServer } from './gcs-server.ts'

export interface Backend {
  /** As `STORAGE_URL` has it. */
  readonly url: string
  readonly access: StorageAccess
  /** Variables that a process needs to open it. */
  readonly env: Readonly<Record<string, string>>
  /** Null for a folder. */
  readonly front: Front | null
  /** What lies in the middle of being written, by the server's own word; null where it does not tell. */
  readonly unfinished: (() => number) | null
  /** Leaves something in the middle of being written, as a process does that dies; null where nobody would see it. */
  readonly leaveUnfinished: (() => Promise<void>) | null
}

const bucket = 'tenantry-test'
/** Found by AWS's library in the environment, and looked for wherever nothing secret may be. */
export const awsEnv = {
  AWS_ACCESS_KEY_ID: 'AKIACANARY0ACCESS',
  AWS_SECRET_ACCESS_KEY: 'canary-secret-of-aws-0123456789',
  AWS_EC2_METADATA_DISABLED: 'true',
}

const endpoint = (front: Front, path = '') => `endpoint=${encodeURIComponent(front.url + path)}`

export const backends: Readonly<Record<'file' | 's3' | 'azure' | 'gcs', () => Promise<Backend>>> = {
  async file() {
    const folder = mkdtempSync(join(tmpdir(), 'tenantry-objects-'))
    atEnd(async () => rmSync(folder, { recursive: true, force: true }))
    return {
      url: pathToFileURL(folder).href,
      access: {},
      env: {},
      front: null,
      unfinished: () => readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.tmp')).length,
      async leaveUnfinished() {
        mkdirSync(join(folder, 'files/ab'), { recursive: true })
        writeFileSync(join(folder, 'files/ab/.left.0a1b2c.tmp'), 'half')
      },
    }
  },
  s3: startS3,
  azure: startAzure,
  async gcs() {
    const front = await frontOf(await gcsServer(bucket))
    return { url: `gcs://${bucket}/some/place?${endpoint(front)}`, access: {}, env: {}, front, unfinished: null, leaveUnfinished: null }
  },
}

/** Lists uploads that are not complete itself: the server behind it does not. */
async function startS3(): Promise<Backend> {
  Object.assign(process.env, awsEnv)
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  atEnd(() => server.stop())
  const uploads = new Map<string, { key: string; at: Date }>()
  const idOf = (url: string) => new URL(url, 'http://x').searchParams.get('uploadId') ?? ''
  const front = await frontOf(`http://127.0.0.1:${server.port}`, {
    instead({ method, url }) {
      const { pathname, searchParams } = new URL(url, 'http://x')
      if (method !== 'GET' || !searchParams.has('uploads') || pathname.replace(/\/$/, '') !== `/${bucket}`) return null
      const found = [...uploads].filter(([, { key }]) => key.startsWith(searchParams.get('prefix') ?? ''))
      const items = found.map(
        ([id, { key, at }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
      )
      return {
        status: 200,
        body: `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${items.join('')}</ListMultipartUploadsResult>`,
      }
    },
    after({ method, url }, status, body) {
      if (status >= 300) return
      const { pathname, searchParams } = new URL(url, 'http://x')
      const begun = /<UploadId>([^<]+)</.exec(body.toString())?.[1]
      if (method === 'POST' && searchParams.has('uploads') && begun)
        uploads.set(begun, { key: decodeURIComponent(pathname.slice(bucket.length + 2)), at: new Date() })
      else if (method === 'POST' || method === 'DELETE') uploads.delete(idOf(url))
    },
  })
  await fetch(`${front.url}/${bucket}`, { method: 'PUT' })
  return {
    url: `s3://${bucket}/some/place?region=eu-central-1&${endpoint(front)}`,
    access: {},
    env: awsEnv,
    front,
    unfinished: () => uploads.size,
    async leaveUnfinished() {
      await fetch(`${front.url}/${bucket}/some/place/files/ab/left?uploads`, { method: 'POST' })
    },
  }
}

const account = 'devstoreaccount1'
/** Of Azurite, and of everybody. */
const accountKey = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

async function startAzure(): Promise<Backend> {
  return (await startAccounts({ [account]: accountKey }))[0]!
}

/** Containers of two accounts on one server, each opened by its own key alone. */
export async function azureAccounts(): Promise<readonly [Backend, Backend]> {
  const key = () => randomBytes(64).toString('base64')
  const [one, other] = await startAccounts({ firstaccount: key(), otheraccount: key() })
  return [one!, other!]
}

async function startAccounts(keys: Readonly<Record<string, string>>): Promise<Backend[]> {
  const port = await freePort()
  const main = join(import.meta.dirname, '../../../node_modules/azurite/dist/src/blob/main.js')
  const words = ['--inMemoryPersistence', '--disableTelemetry', '--silent', '--skipApiVersionCheck', '--blobPort', String(port)]
  const accounts = Object.entries(keys)
  const env = { ...process.env, AZURITE_ACCOUNTS: accounts.map((pair) => pair.join(':')).join(';') }
  const child = spawn(process.execPath, [main, ...words], { stdio: 'ignore', cwd: tmpdir(), env })
  const exited = once(child, 'exit')
  atEnd(
    async () => {
      child.kill('SIGKILL')
      await exited
    },
    () => child.kill('SIGKILL'),
  )
  const front = await frontOf(`http://127.0.0.1:${port}`)
  return await Promise.all(
    accounts.map(async ([name, key]) => {
      const container = `files-${randomBytes(4).toString('hex')}`
      const credential = new StorageSharedKeyCredential(name, key)
      const client = new ContainerClient(`http://127.0.0.1:${port}/${name}/${container}`, credential, { retryOptions: { maxTries: 1 } })
      await eventually('azurite', () => client.create(), 60_000)
      return {
        url: `azure://${name}/${container}/some/place?${endpoint(front, `/${name}`)}`,
        access: { azure: { key } },
        env: { AZURE_STORAGE_KEY: key },
        front,
        unfinished: null,
        leaveUnfinished: null,
      }
    }),
  )
}
