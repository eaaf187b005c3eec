import type { ObjectStore } from '#core/object-store.ts'
import type { HeldBytes } from './held-bytes.ts'
import { LocalStore } from './local.ts'
import { newStorageErrors, type StorageErrors, toldOutages } from './outages.ts'
import type { Bucket, BucketManner } from './remote/bucket.ts'
import { RemoteStore } from './remote/remote-store.ts'
import { type AzureAccess, type FolderPlace, type StoragePlace, storagePlace } from './storage-url.ts'

/** One operation of a store elsewhere, with what the vendor's library tries again meanwhile; and the wait for the next bytes of a stream. */
const presetPatienceMs = 20_000
/** As many as each vendor gives at once. */
const presetPageLength = 1000

export interface StorageAccess {
  /** What opens a container of Azure; other vendors' libraries find it by themselves. */
  readonly azure?: AzureAccess | null
  /** How long one operation of a store elsewhere may take, in milliseconds. */
  readonly patienceMs?: number
  /** How many objects such a store is asked for at a time. */
  readonly pageLength?: number
  /** In which the parts of uploads to such a store are counted; left out, that of the process. */
  readonly held?: HeldBytes
  /** Counts what fails; left out, nobody is told how often. */
  readonly errors?: StorageErrors
}

/**
 * Opens the store that `STORAGE_URL` names (`storagePlace`). Touches nothing yet: the library of a vendor is loaded by the first operation,
 * for it takes some megabytes and a tenth of a second. Throws an `Error` for any other URL.
 */
export function openStorage(url: string, access: StorageAccess = {}): ObjectStore {
  const place = storagePlace(url)
  const { errors = newStorageErrors() } = access
  if (place.kind === 'file') return toldOutages(new LocalStore(place.folder), errors)
  const { kind: name, prefix } = place
  const { azure = null, patienceMs = presetPatienceMs, pageLength = presetPageLength } = access
  return toldOutages(
    new RemoteStore({ name, prefix, patienceMs, held: access.held }, () => bucketOf(place, azure, { patienceMs, pageLength })),
    errors,
  )
}

type RemotePlace = Exclude<StoragePlace, FolderPlace>

async function bucketOf(place: RemotePlace, azure: AzureAccess | null, manner: BucketManner): Promise<Bucket> {
  switch (place.kind) {
    case 's3':
      return (await import('./remote/s3.ts')).s3Bucket(place, manner)
    case 'gcs':
      return (await import('./remote/gcs.ts')).gcsBucket(place, manner)
    case 'azure':
      if (azure === null) throw new Error('an Azure container has no key')
      return (await import('./remote/azure.ts')).azureContainer(place, azure, manner)
  }
}
