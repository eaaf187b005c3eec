/** `npm run bench -- [logins] [me] [refresh] [start] [timing] [check] [shrink] [tree] [statistics] [lists] [user-lists] [bulk-delete] [large-tenant] [large-subtree] [line] [import] [users]`: measures these parts, or all, and prints what came of it. */
import { endAll } from '../test/rig/cleanup.ts'
import { measureBulkDelete } from './bulk-delete.ts'
import { measureCheck } from './check.ts'
import { measureImport } from './import.ts'
import { measureLargeSubtree } from './large-subtree.ts'
import { measureLargeTenant } from './large-tenant.ts'
import { measureLine } from './line.ts'
import { measureLists } from './lists.ts'
import { measureLogins } from './logins.ts'
import { measureMe } from './me.ts'
import { measureRefresh } from './refresh.ts'
import { measureShrink } from './shrink.ts'
import { measureStart } from './start.ts'
import { measureStatisticsOfTenants } from './statistics-of-tenants.ts'
import { printTable, type Result } from './table.ts'
import { measureTiming } from './timing.ts'
import { measureTree } from './tree.ts'
import { measureUsers } from './users.ts'

const parts: Record<string, () => Promise<Result[]>> = {
  logins: measureLogins,
  me: measureMe,
  refresh: measureRefresh,
  start: measureStart,
  timing: measureTiming,
  check: measureCheck,
  shrink: measureShrink,
  tree: measureTree,
  statistics: measureStatisticsOfTenants,
  lists: () => measureLists('admin'),
  'user-lists': () => measureLists('user'),
  'bulk-delete': measureBulkDelete,
  'large-tenant': measureLargeTenant,
  'large-subtree': measureLargeSubtree,
  line: measureLine,
  import: measureImport,
  users: measureUsers,
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)
  process.exit(64)
}

const results: Result[] = []
try {
  for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
    process.stderr.write(`measuring ${name} …\n`)
    results.push(...(await parts[name]!()))
  }
} finally {
  await endAll()
}
printTable(results)
process.exitCode = results.some(({ passes }) => passes === false) ? 1 : 0
