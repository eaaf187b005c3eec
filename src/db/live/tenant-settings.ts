import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { RevocationBatch } from './revocation-reader.ts'
import { defaultsOf, type Settings, serviceDefaults } from './settings-defaults.ts'
import type { TenantTree } from './tenant-tree.ts'

export { defaultsOf, type Settings, serviceDefaults } from './settings-defaults.ts'

/** Where a value comes from; `tenantId` names the ancestor it is inherited from. */
export interface SettingSource {
  from: 'own' | 'inherited' | 'default'
  tenantId?: string
}

type Row = { readonly [name in keyof Settings]: Settings[name] | null }

const nothingSet = Object.freeze({}) as Row

/** Never inherited: each bounds the tenant it is set on. 0 is unlimited, as is null. */
const quotas: ReadonlySet<keyof Settings> = new Set(['maxAdmins', 'maxRoles', 'maxSubTenants', 'maxStorageBytes'])
const names = Object.keys(serviceDefaults) as (keyof Settings)[]
const columns = names.map((name) => (name === 'require2FA' ? 'require2fa' : name))

/** The settings of every tenant as they hold for it, in the memory of this process: what is not set is the nearest ancestor's. */
export class TenantSettings {
  readonly #database: Pick<Database, 'kind' | 'reader'>
  readonly #tree: TenantTree
  #rows: Map<string, Row>
  readonly #resolved = new Map<string, Settings>()
  #defaults = serviceDefaults

  private constructor(database: Pick<Database, 'kind' | 'reader'>, tree: TenantTree, rows: Map<string, Row>) {
    this.#database = database
    this.#tree = tree
    this.#rows = rows
  }

  static async load(database: Pick<Database, 'kind' | 'reader'>, tree: TenantTree): Promise<TenantSettings> {
    return new TenantSettings(database, tree, await readRows(database, null))
  }

  /** What holds from now on where no tenant says anything, and on the platform. */
  useDefaults(settings: Parameters<typeof defaultsOf>[0]): void {
    this.#defaults = defaultsOf(settings)
    this.#resolved.clear()
  }

  /** What holds for a tenant; the service's defaults for the platform. The same object until one of its values may have changed. */
  of(tenantId: string | null): Settings {
    if (tenantId === null) return this.#defaults
    const known = this.#resolved.get(tenantId)
    if (known) return known
    // one that is being made in this transaction
    if (!this.#tree.node(tenantId)) return this.#defaults
    const settings: Partial<Record<keyof Settings, unknown>> = {}
    for (const name of names) settings[name] = this.#find(tenantId, name)?.value ?? this.#defaults[name]
    for (const name of quotas) settings[name] ||= null
    const resolved = Object.freeze(settings as unknown as Settings)
    this.#resolved.set(tenantId, resolved)
    return resolved
  }

  /** For each setting of a tenant whether it is its own, an ancestor's or the service's. */
  sources(tenantId: string): Record<keyof Settings, SettingSource> {
    const entries = names.map((name): [keyof Settings, SettingSource] => {
      const found = this.#find(tenantId, name)
      if (!found) return [name, { from: 'default' }]
      return [name, found.tenantId === tenantId ? { from: 'own' } : { from: 'inherited', tenantId: found.tenantId }]
    })
    return Object.fromEntries(entries) as Record<keyof Settings, SettingSource>
  }

  /** Whether it bounds the tenant that it is set on, and is never inherited. */
  isQuota(name: string): boolean {
    return (quotas as ReadonlySet<string>).has(name)
  }

  /** Whether this process has read what the tenant sets itself. */
  knows(tenantId: string): boolean {
    return this.#rows.has(tenantId)
  }

  /** For `LiveLog.subscribe`, after the tree's: reads what changed, and forgets what was worked out from it. */
  async apply(batch: RevocationBatch): Promise<void> {
    const changes = batch === 'flush' ? [] : batch.filter(({ topic }) => topic === 'settings' || topic === 'tenant' || topic === 'tree')
    if (batch === 'flush' || changes.some(({ topic, subject }) => topic === 'tree' || subject === null)) {
      this.#rows = await readRows(this.#database, null)
      this.#resolved.clear()
      return
    }
    const ids = [...new Set(changes.map(({ subject }) => subject!))]
    if (ids.length === 0) return
    const rows = await readRows(this.#database, ids)
    for (const id of ids) {
      const row = rows.get(id)
      if (row) this.#rows.set(id, row)
      else this.#rows.delete(id)
    }
    for (const known of this.#resolved.keys()) {
      if (ids.includes(known) || ids.some((id) => this.#tree.isWithin(id, known))) this.#resolved.delete(known)
    }
  }

  /** Like `TenantTree.learn`, to be called after it: the settings of a tenant that another process may have made a moment ago. */
  async learn(tenantId: string): Promise<void> {
    if (this.#database.kind === 'embedded') return
    const unknown = this.#tree.lineage(tenantId).flatMap(({ id }) => (this.#rows.has(id) ? [] : [id]))
    if (unknown.length === 0) return
    const rows = await readRows(this.#database, unknown)
    // one without a row sets nothing, and need not be asked for again
    for (const id of unknown) if (!this.#rows.has(id)) this.#rows.set(id, rows.get(id) ?? nothingSet)
    this.#resolved.delete(tenantId)
  }

  #find(tenantId: string, name: keyof Settings): { tenantId: string; value: unknown } | undefined {
    for (const { id } of quotas.has(name) ? this.#tree.lineage(tenantId).slice(0, 1) : this.#tree.lineage(tenantId)) {
      const value = this.#rows.get(id)?.[name] ?? null
      if (value !== null) return { tenantId: id, value }
    }
    return undefined
  }
}

async function readRows({ reader }: Pick<Database, 'kind' | 'reader'>, ids: string[] | null): Promise<Map<string, Row>> {
  const query = reader.selectFrom('tenantSettings').select(['tenantId', ...(columns as 'language'[])])
  const rows = await (ids === null ? query : query.where(sql<boolean>`tenant_id = any(${ids}::uuid[])`)).execute()
  return new Map(
    rows.map((row) => {
      const { tenantId, ...values } = row as unknown as { tenantId: string; require2fa: boolean | null } & Row
      return [tenantId, { ...values, require2FA: values.require2fa }]
    }),
  )
}
