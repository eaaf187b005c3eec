import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type CopyCounts, copyObjects } from '#outside/storage/copy-objects.ts'
import { openStorage } from '#outside/storage/open-storage.ts'
import { reasonOf } from '#outside/storage/outages.ts'
import { type AzureAccess, type StoragePlace, storagePlace } from '#outside/storage/storage-url.ts'
import { absoluteStorageUrl, type Config, ConfigurationError } from './config.ts'

const tellEveryMs = 5000

/**
 * `storage copy --from … --to …`: copies all objects of one store into another, beside a running service, for it opens no database. Prints how
 * far it is, and each object that could not be copied on standard error.
 * @returns false for words that are no command
 * @throws ConfigurationError for a place that is none, or that lies in the other; an `Error` where an object is not in the other store as it is in this
 */
export async function copyStorage(config: Config, words: readonly string[], print: (line: string) => void): Promise<boolean> {
  const given = wordsOf(words)
  if (!given) return false
  const places = { '--from': placeOf(config, '--from', given.from), '--to': placeOf(config, '--to', given.to) }
  if (isWithin(places['--from'].place, places['--to'].place)) throw unusable('--to', 'must not lie in --from, nor the other way round')
  const [from, to] = Object.values(places).map(({ url, azure }) => openStorage(url, { azure }))
  let toldAt = performance.now()
  const counts = await copyObjects(from!, to!, {
    progress(counts) {
      if (performance.now() - toldAt < tellEveryMs) return
      toldAt = performance.now()
      print(sentence(counts))
    },
    failure: (key, error) => void process.stderr.write(`${key}: ${reasonOf(error)}\n`),
  })
  print(sentence(counts))
  if (counts.failed > 0) throw new Error(`${counts.failed} objects could not be copied: run it again`)
  return true
}

function wordsOf(words: readonly string[]): { from: string; to: string } | null {
  try {
    const { values } = parseArgs({ args: [...words], options: { from: { type: 'string' }, to: { type: 'string' } } })
    return values.from !== undefined && values.to !== undefined ? { from: values.from, to: values.to } : null
  } catch {
    return null
  }
}

interface Opened {
  readonly url: string
  readonly place: StoragePlace
  readonly azure: AzureAccess | null
}

const noAccess = {
  '--from': 'needs AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN',
  '--to': 'needs AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN, or one of both with TO_ before its name',
} as const

function placeOf(config: Config, word: keyof typeof noAccess, text: string): Opened {
  try {
    const url = /^file:./.test(text) ? absoluteStorageUrl(text) : text
    const place = storagePlace(url)
    const azure = (word === '--to' ? config.targetAzureAccess : null) ?? config.azureAccess
    if (place.kind === 'azure' && azure === null) throw new Error(noAccess[word])
    // it would be an empty store: all of nothing is soon copied, and the end would say that everything was
    if (word === '--from' && place.kind === 'file' && !existsSync(place.folder)) throw new Error('names a directory that is not there')
    return { url, place, azure }
  } catch (error) {
    throw unusable(word, (error as Error).message)
  }
}

const unusable = (variable: string, reason: string) => new ConfigurationError([{ variable, reason }])

/** A copy into itself would find what it wrote, and copy that. */
function isWithin(a: StoragePlace, b: StoragePlace): boolean {
  const [one, other] = [pathOf(a), pathOf(b)]
  return one.startsWith(other) || other.startsWith(one)
}

function pathOf(place: StoragePlace): string {
  if (place.kind === 'file') return `file ${place.folder}/`.replace(/\/+$/, '/')
  const bucket = place.kind === 'azure' ? `${place.account} ${place.container}` : place.bucket
  return `${place.kind} ${place.endpoint ?? ''} ${bucket}/${place.prefix}`
}

const sentence = ({ objects, copied, equal, gone, failed, bytesCopied }: CopyCounts): string =>
  `objects: ${objects}, copied: ${copied} (${bytesCopied} bytes), equal: ${equal}, gone meanwhile: ${gone}, failed: ${failed}`
