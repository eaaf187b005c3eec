import type { ObjectStore } from '#core/object-store.ts'
import { within } from '#core/within.ts'
import { StorageFault } from './remote/storage-fault.ts'

/** A store that says nothing for so long is taken to be away: whoever starts serves without it. */
const presetPatienceMs = 5000

/** What a folder says that passes by itself, or when room is made: the process need not be started anew for it. */
const passing = ['ENOSPC', 'EDQUOT', 'EIO', 'ESTALE', 'ETIMEDOUT', 'EHOSTDOWN', 'ENOTCONN', 'EMFILE', 'ENFILE', 'EBUSY', 'EAGAIN', 'EINTR']
/** What a bucket answers to whoever may not use it, or names one that is not there or is elsewhere. */
const refusals = [301, 307, 400, 401, 403, 404]
/** Answered with such a status, and no refusal: the bucket is full, or did not get all of the request. */
const passingWord = /quota|timeout/i

/**
 * Whether objects can be written to a store, as a start asks it: null where they can. `refused` is a fault that lasts until the configuration
 * is another one, as a sentence that follows the name of the variable and holds no secret: a folder that can't be made or written to, a bucket
 * that answers that it is not there or not for us. `away` is any other: no answer within `withinMs`, no connection, an answer of 5xx or 429, a
 * full disk.
 */
export async function tryStorage(
  store: ObjectStore,
  withinMs = presetPatienceMs,
): Promise<{ readonly refused: string } | { readonly away: Error } | null> {
  let found: Error | null = new Error('no answer')
  const asked = store.check().then(
    () => {
      found = null
    },
    (error) => {
      found = error
    },
  )
  await within(withinMs, asked)
  if (found === null) return null
  return isRefusal(found) ? { refused: sentence(found) } : { away: found }
}

function isRefusal(error: Error): boolean {
  if (error instanceof StorageFault) return error.status !== null && refusals.includes(error.status) && !passingWord.test(error.code)
  const { code } = error as NodeJS.ErrnoException
  return code !== undefined && /^E[A-Z]+$/.test(code) && !passing.includes(code)
}

const sentence = (error: Error) =>
  error instanceof StorageFault ? `names what refuses us: ${error.message}` : `names a folder that can not be used: ${error.message}`
