import { fileURLToPath } from 'node:url'

/** Where objects are kept, as `STORAGE_URL` says. */
export type StoragePlace = FolderPlace | S3Place | AzurePlace | GcsPlace

export interface FolderPlace {
  readonly kind: 'file'
  /** Absolute. */
  readonly folder: string
}

interface RemotePlace {
  /** Empty, or ends with a slash: what all names in the bucket begin with. */
  readonly prefix: string
  /** Null for the vendor's own; without a slash at its end. */
  readonly endpoint: string | null
}

export interface S3Place extends RemotePlace {
  readonly kind: 's3'
  readonly bucket: string
  readonly region: string
  /** The bucket stands in the path and not in the host's name. */
  readonly hasPathStyle: boolean
}

export interface AzurePlace extends RemotePlace {
  readonly kind: 'azure'
  readonly account: string
  readonly container: string
}

/** What opens a container of Azure: the key of its account, or a shared access signature. */
export type AzureAccess = { readonly key: string } | { readonly signature: string }

export interface GcsPlace extends RemotePlace {
  readonly kind: 'gcs'
  readonly bucket: string
}

/** What a bucket, account or container may be called (of S3, Azure and Google Cloud; what is told apart beyond that is theirs to say). */
const bucketForm = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/
const accountForm = /^[a-z0-9]{3,24}$/
const prefixForm = /^[\w-][\w.-]{0,199}(?:\/[\w-][\w.-]{0,199}){0,9}$/
const regionForm = /^[a-z0-9-]{1,64}$/

const options: Readonly<Record<string, readonly string[]>> = {
  's3:': ['region', 'endpoint', 'pathStyle'],
  'azure:': ['endpoint'],
  'gcs:': ['endpoint'],
}

/**
 * Reads `file:///absolute/path`, `s3://bucket/prefix?region=…&endpoint=…&pathStyle=on|off`, `azure://account/container/prefix?endpoint=…` or
 * `gcs://bucket/prefix?endpoint=…`. What opens a bucket does not stand there. Throws an `Error` whose message is the reason and never the
 * value: it begins with a verb, to follow the name of the variable.
 */
export function storagePlace(text: string): StoragePlace {
  const url = URL.canParse(text) ? new URL(text) : refuse('must be file:, s3:, azure: or gcs: and a place')
  if (url.protocol === 'file:') return folderPlace(text, url)
  if (/\/\.{1,2}(?:[/?#]|$)/.test(text)) refuse('must be without . and .. in its path')
  const known = options[url.protocol] ?? refuse('must begin with file:, s3:, azure: or gcs:')
  if (!text.startsWith(`${url.protocol}//`)) refuse(`must begin with ${url.protocol}//`)
  if (url.username !== '' || url.password !== '') refuse('must be without user and password: the environment of the vendor has them')
  if (url.port !== '' || url.hash !== '') refuse('must be without port and fragment')
  const given = [...url.searchParams.keys()]
  const unknown = given.find((name, at) => !known.includes(name) || given.indexOf(name) !== at)
  if (unknown !== undefined) refuse(`may have each of ${known.join(', ')} once behind the ?, and nothing else`)
  const path = url.pathname.replace(/^\//, '').replace(/\/$/, '')
  const endpoint = endpointOf(url.searchParams.get('endpoint'))
  if (url.protocol === 'azure:') return azurePlace(url.hostname, path, endpoint)
  const bucket = named('bucket', bucketForm, url.hostname)
  const prefix = prefixOf(path)
  if (url.protocol === 'gcs:') return { kind: 'gcs', bucket, prefix, endpoint }
  // a server of another maker is mostly called so, or does not mind
  const region = url.searchParams.get('region') ?? (endpoint === null ? refuse('must name its region behind the ?') : 'us-east-1')
  const style = url.searchParams.get('pathStyle') ?? (endpoint === null ? 'off' : 'on')
  if (style !== 'on' && style !== 'off') refuse('must have on or off as pathStyle')
  return {
    kind: 's3',
    bucket,
    prefix,
    endpoint,
    region: named('region', regionForm, region),
    hasPathStyle: style === 'on',
  }
}

function folderPlace(text: string, url: URL): FolderPlace {
  if (!text.startsWith('file:/') || url.host !== '' || url.search !== '' || url.hash !== '') refuse('must be file: followed by a directory')
  return { kind: 'file', folder: fileURLToPath(url) }
}

function azurePlace(host: string, path: string, endpoint: string | null): AzurePlace {
  const [container = '', ...rest] = path.split('/')
  return {
    kind: 'azure',
    account: named('account', accountForm, host),
    container: named('container', bucketForm, container),
    prefix: prefixOf(rest.join('/')),
    endpoint,
  }
}

const prefixOf = (path: string): string => (path === '' ? '' : `${named('prefix', prefixForm, path)}/`)

function endpointOf(text: string | null): string | null {
  if (text === null) return null
  const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : null
  const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  return isPlain ? url.href.replace(/\/$/, '') : refuse('must have an http:// or https:// address as endpoint, without user and query')
}

const named = (what: string, form: RegExp, text: string): string => (form.test(text) ? text : refuse(`must name a ${what} that can be one`))

function refuse(reason: string): never {
  throw new Error(reason)
}
