/** No segment may begin with a dot, so no key can name `..`, a file half written or the file that holds a content type. */
const keyPattern = /^[a-z0-9_-][a-z0-9._-]{0,199}(?:\/[a-z0-9_-][a-z0-9._-]{0,199})*$/

/** Whether something of that name can be an object of ours: a backup or another system leaves files of other names in a folder. */
export const isKey = (name: string): boolean => name.length <= 1000 && keyPattern.test(name)

/** The key itself. Throws an `Error` for one that no store may be given: keys are made by us, and a bad one is a mistake of ours. */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error('malformed storage key')
  return key
}
