import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { RevocationBatch } from './revocation-reader.ts'

interface Domain {
  readonly tenantId: string
  readonly name: string
  readonly isPrimary: boolean
}

/** The verified domains of all tenants, in the memory of this process: whose a host is, is asked at every sign-in and costs no SQL. */
export class TenantDomains {
  readonly #database: Pick<Database, 'reader'>
  readonly #owners = new Map<string, string>()
  readonly #byTenant = new Map<string, Domain[]>()

  private constructor(database: Pick<Database, 'reader'>, domains: readonly Domain[]) {
    this.#database = database
    this.#put(domains)
  }

  static async load(database: Pick<Database, 'reader'>): Promise<TenantDomains> {
    return new TenantDomains(database, await readVerified(database, null))
  }

  /** The tenant, maybe a deleted one, that proved this name, in the spelling of `domainNameOf`. */
  ownerOf(name: string): string | undefined {
    return this.#owners.get(name)
  }

  /** The name by which the people of a tenant are to reach the service; null for the service's own. */
  primaryOf(tenantId: string): string | null {
    return this.#byTenant.get(tenantId)?.find(({ isPrimary }) => isPrimary)?.name ?? null
  }

  /** For `LiveLog.subscribe`: reads the domains of the tenants whose changed again, or all. */
  async apply(batch: RevocationBatch): Promise<void> {
    const changes = batch === 'flush' ? [] : batch.filter(({ topic }) => topic === 'domains')
    if (batch === 'flush' || changes.some(({ subject }) => subject === null)) {
      const domains = await readVerified(this.#database, null)
      this.#owners.clear()
      this.#byTenant.clear()
      this.#put(domains)
      return
    }
    const ids = [...new Set(changes.map(({ subject }) => subject!))]
    if (ids.length === 0) return
    const domains = await readVerified(this.#database, ids)
    for (const id of ids) this.#forget(id)
    this.#put(domains)
  }

  #put(domains: readonly Domain[]): void {
    for (const domain of domains) {
      this.#owners.set(domain.name, domain.tenantId)
      const known = this.#byTenant.get(domain.tenantId)
      if (known) known.push(domain)
      else this.#byTenant.set(domain.tenantId, [domain])
    }
  }

  /** A name that is another tenant's by now stays that tenant's. */
  #forget(tenantId: string): void {
    for (const { name } of this.#byTenant.get(tenantId) ?? []) if (this.#owners.get(name) === tenantId) this.#owners.delete(name)
    this.#byTenant.delete(tenantId)
  }
}

async function readVerified({ reader }: Pick<Database, 'reader'>, tenantIds: readonly string[] | null): Promise<Domain[]> {
  const query = reader.selectFrom('tenantDomains').select(['tenantId', 'name', 'isPrimary']).where('status', '=', 'verified')
  return await (tenantIds === null ? query : query.where(sql<boolean>`tenant_id = any(${tenantIds}::uuid[])`)).execute()
}
