import { randomBytes } from 'node:crypto'
import { challengeLabel, domainNameOf } from '#core/text/domain-name.ts'
import type { WantedProof } from '#outside/dns/domain-proof.ts'

/** 128 random bits in a form that is a DNS label too; made anew for every claim, so that a record of an earlier one proves nothing. */
export const newChallengeToken = (): string => randomBytes(16).toString('hex')

/** The host by which people reach the service; names at or below it are nobody's to claim. */
export const ownHost = (publicUrl: string): string => new URL(publicUrl).hostname.toLowerCase().replace(/\.$/, '')

/** What whoever has a name shows in its DNS. An alias is possible only where the service itself has a name. */
export function challengeOf({ name, token }: { name: string; token: string }, publicUrl: string): WantedProof {
  const host = domainNameOf(ownHost(publicUrl))
  return { at: `${challengeLabel}.${name}`, txt: `tenantry-verification=${token}`, cname: host === null ? null : `${token}.${host}` }
}
