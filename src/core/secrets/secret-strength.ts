const placeholders = [
  'changeme',
  'changethis',
  'yoursecret',
  'secretkey',
  'supersecret',
  'mastersecret',
  'password',
  'example',
  'default',
  'tenantry',
]

/** Length of the shortest text whose repetition makes `value`; the whole length where nothing repeats. */
function periodOf(value: string): number {
  const again = (value + value).indexOf(value, 1)
  return again
}

/**
 * Why a configured secret must not be used, or null when nothing speaks against it: shorter than `bytes` bytes of UTF-8,
 * a placeholder from a manual, or text nobody drew at random. Never holds any part of the secret.
 */
export function weakness(secret: string, bytes: number): string | null {
  if (Buffer.byteLength(secret) < bytes) return `must have ${bytes} bytes or more`
  const letters = secret.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (placeholders.some((placeholder) => letters.includes(placeholder)))
    return 'must not be a placeholder; make one with: openssl rand -base64 48'
  const steps = [...secret].filter(
    (_, index) => index > 0 && Math.abs(secret.charCodeAt(index) - secret.charCodeAt(index - 1)) === 1,
  ).length
  const guessable = new Set(secret).size < 8 || periodOf(secret) < secret.length || steps > secret.length / 2
  return guessable ? 'must be random; make one with: openssl rand -base64 48' : null
}
