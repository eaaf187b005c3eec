/** Why a proof was not found, as the list of domains shows it. */
export type ProofError = 'record_not_found' | 'record_mismatch' | 'answer_too_large' | 'dns_timeout' | 'dns_failure'

/** Clear answers that there is no such name (RFC 1035, RCODE 3) or no record of the type. */
const absent = new Set(['ENOTFOUND', 'ENODATA'])
/** No answer in time; cancelled is what our own deadline does. */
const late = new Set(['ETIMEOUT', 'ECANCELLED', 'EDESTRUCTION'])

/** What an error of c-ares says about a record; anything else (SERVFAIL, REFUSED, garbage, a closed port) is the server's failure. */
export function errorCodeOf(error: unknown): ProofError {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return 'dns_failure'
  if (absent.has(code)) return 'record_not_found'
  return late.has(code) ? 'dns_timeout' : 'dns_failure'
}
