/** Names of values that open something, without case, `-` and `_`: they must never be written to a log. */
const secretNames = new Set(
  `authorization proxyauthorization cookie setcookie password newpassword currentpassword oldpassword temporarypassword passwordhash
  token refreshtoken accesstoken idtoken twofactortoken challengetoken magiclinktoken csrftoken secret secrets mastersecret
  mastersecrets clientsecret totpsecret manualentrykey qrcode qrcodedataurl otpauthuri backupcodes recoverycodes otp codeverifier
  key privatekey apikey metricstoken databaseurl redisurl`.split(/\s+/),
)

/** A name that means an error's code at the top of an entry, and a one-time code in anything below it. */
const secretBelow = new Set(['code'])

const deepest = 8

export const redacted = '[redacted]'

/** Whether a value of this name is a secret wherever it stands; spelled in any case, with `-` or `_`. */
const isSecretName = (name: string) => secretNames.has(name.replaceAll(/[-_]/g, '').toLowerCase())

/**
 * A copy of `value` in which every secret is `[redacted]`, whatever it holds. Only plain objects and lists are entered; anything
 * of a class of its own is left to its serializer. What lies deeper than 8 levels is left out altogether.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  if (depth >= deepest) return '[too deep]'
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  const copy: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(value)) {
    const isSecret = isSecretName(name) || (depth > 0 && secretBelow.has(name.toLowerCase()))
    copy[name] = isSecret && part !== null && part !== undefined ? redacted : redact(part, depth + 1)
  }
  return copy
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
