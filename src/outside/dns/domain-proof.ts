import { Resolver } from 'node:dns/promises'
import { errorCodeOf, type ProofError } from './dns-errors.ts'

/** What the DNS must show to prove a name, either of the two; both stand at `at`. */
export interface WantedProof {
  /** The name that is asked for. */
  readonly at: string
  readonly txt: string
  /** In lower case, without a dot at the end; null where there is none that would do. */
  readonly cname: string | null
}

export type ProofOutcome =
  | { readonly isProved: true; readonly by: 'TXT' | 'CNAME' }
  | { readonly isProved: false; readonly error: ProofError }

/** Looks for the proof of a name; never throws, and ends within its time whatever the servers do. */
export type FindProof = (wanted: WantedProof) => Promise<ProofOutcome>

export interface DnsOptions {
  /** Each `ip` or `ip:port` (IPv6 in brackets before a port); none are the system's. */
  readonly servers: readonly string[]
  /** Of one try at one server, in milliseconds. */
  readonly timeoutMs?: number
  /** Of the whole look-up, in milliseconds. */
  readonly deadlineMs?: number
}

/** Nobody needs more at a name that exists for this alone. */
const mostRecords = 100

/**
 * Asks DNS servers by a resolver of its own (c-ares), which unlike `dns.lookup` takes none of the threads that hash passwords. A new
 * one for each look-up: a new socket with new ids, nothing remembered from an answer before, and nothing to cancel but its own
 * questions. Only the DNS is asked; the host is never connected to.
 */
export function proofFinder({ servers, timeoutMs = 1500, deadlineMs = 5000 }: DnsOptions): FindProof {
  return async (wanted) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2, maxTimeout: timeoutMs })
    if (servers.length > 0) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), deadlineMs)
    try {
      const { at, txt, cname } = wanted
      const outcomes = await Promise.all([askText(resolver, at, txt), ...(cname === null ? [] : [askAlias(resolver, at, cname)])])
      return outcomes.find(({ isProved }) => isProved) ?? worst(outcomes)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A text of more than 255 bytes comes as several strings of one record (RFC 1035, section 3.3.14). */
async function askText(resolver: Resolver, at: string, txt: string): Promise<ProofOutcome> {
  return await ask(async () => {
    const records = await resolver.resolveTxt(at)
    // an alias that leads to no such record
    if (records.length === 0) return { isProved: false, error: 'record_not_found' }
    if (records.length > mostRecords) return { isProved: false, error: 'answer_too_large' }
    const isThere = records.some((strings) => strings.join('') === txt)
    return isThere ? { isProved: true, by: 'TXT' } : { isProved: false, error: 'record_mismatch' }
  })
}

/** The alias as it stands at the name; where it leads is not asked. */
async function askAlias(resolver: Resolver, at: string, cname: string): Promise<ProofOutcome> {
  return await ask(async () => {
    const names = await resolver.resolveCname(at)
    const isThere = names.length === 1 && names[0]!.toLowerCase().replace(/\.$/, '') === cname
    return isThere ? { isProved: true, by: 'CNAME' } : { isProved: false, error: 'record_mismatch' }
  })
}

async function ask(question: () => Promise<ProofOutcome>): Promise<ProofOutcome> {
  try {
    return await question()
  } catch (error) {
    return { isProved: false, error: errorCodeOf(error) }
  }
}

const gravity: readonly ProofError[] = ['record_not_found', 'record_mismatch', 'answer_too_large', 'dns_failure', 'dns_timeout']

/** Of two questions without a proof the one that says more: a server that fails may hide the record. */
function worst(outcomes: readonly ProofOutcome[]): ProofOutcome {
  const errors = outcomes.flatMap((outcome) => (outcome.isProved ? [] : [outcome.error]))
  return { isProved: false, error: errors.sort((a, b) => gravity.indexOf(b) - gravity.indexOf(a))[0] ?? 'record_not_found' }
}
