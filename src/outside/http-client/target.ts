import type { Reach, TargetFault } from '#core/checked-request.ts'
import { mayBePublic, plainHost } from './public-address.ts'

/** Ports of mail and shells, and none: nobody serves the web there, and what does answer could be made to do things. */
const refusedPorts = new Set(['0', '22', '25'])
const longestUrl = 2048

/**
 * What is wrong with an address before anybody is asked for it; null when nothing is. The URL standard's reader has put every spelling of
 * an IPv4 address (decimal, octal, short) into the plain one by then.
 */
export function targetFault(url: string, reach: Reach): TargetFault | null {
  const parsed = URL.canParse(url) && url.length <= longestUrl ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '') return 'not_a_url'
  if (parsed.protocol !== 'https:' && reach === 'public') return 'not_https'
  if (parsed.username !== '' || parsed.password !== '') return 'has_user'
  if (url.includes('#')) return 'has_fragment'
  if (refusedPorts.has(parsed.port)) return 'port'
  return reach === 'public' && !mayBePublic(plainHost(parsed)) ? 'private_address' : null
}
