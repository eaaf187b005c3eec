import type { Service } from '#db/rows/context.ts'
import { tenantsWithEvents } from '#events/retention.ts'
import { chainsAfter } from '#events/seals/chain.ts'
import { verifyLog } from '#events/seals/verify.ts'

const chainsInPage = 200
const sealsAtOnce = 100_000

/**
 * Proves the logs of all tenants and of the platform, and prints a line for each with a break. @throws Error, with their number, when there is
 * any, so that the command does not end with 0
 */
export async function verifyAllLogs(service: Service, print: (line: string) => void): Promise<void> {
  const tenantIds = await allLogs(service)
  let checked = 0
  let broken = 0
  for (const tenantId of tenantIds) {
    for (let next: number | null = 1; next !== null; ) {
      const part = await verifyLog(service, tenantId, { fromSequence: next, most: sealsAtOnce })
      checked += part.checked
      next = part.nextSequence
      if (part.firstBreak === null) continue
      broken++
      print(`${tenantId ?? 'platform'}\t${part.firstBreak.entryId ?? 'unknown entry'}\t${part.firstBreak.kind}`)
    }
  }
  print(`logs: ${tenantIds.length}, entries checked: ${checked}, logs with a break: ${broken}`)
  if (broken > 0) throw new Error(`${broken} of ${tenantIds.length} audit logs are not as they were sealed`)
}

/** The platform's (null), and that of every tenant that has entries or seals, living or not. */
async function allLogs({ database }: Service): Promise<(string | null)[]> {
  const known = new Set(await tenantsWithEvents(database.kysely))
  for (let last = 0, n = chainsInPage; n === chainsInPage; ) {
    const chains = await chainsAfter(database.kysely, last, chainsInPage)
    for (const { tenantId } of chains) known.add(tenantId)
    n = chains.length
    last = chains.at(-1)?.id ?? last
  }
  return [...known]
}
