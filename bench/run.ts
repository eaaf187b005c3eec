/** `npm run bench -- [part …] [--database embedded|PostgreSQL|both] [--full]`: measures these parts, or all, and prints what came of it. */
import { endAll } from '../test/rig/cleanup.ts'
import { measureBackup } from './backup.ts'
import { measureBulkDelete } from './bulk-delete.ts'
import { measureCheck } from './check.ts'
import { measureConsole } from './console/console.ts'
import { measureDashboard } from './dashboard.ts'
import { measureExport } from './export.ts'
import { measureFiles } from './files.ts'
import { measureImport } from './import.ts'
import { measureLargeSubtree } from './large-subtree.ts'
import { measureLargeTenant } from './large-tenant.ts'
import { measureLine } from './line.ts'
import { measureLists } from './lists.ts'
import { measureLogins } from './logins.ts'
import { measureMe } from './me.ts'
import { messagingParts } from './messaging/parts.ts'
import { chosenParts } from './options.ts'
import { measureRefresh } from './refresh.ts'
import { measureShrink } from './shrink.ts'
import { measureStart } from './start.ts'
import { measureStatisticsOfTenants } from './statistics-of-tenants.ts'
import { printTable, type Result } from './table.ts'
import { measureTiming } from './timing.ts'
import { measureTree } from './tree.ts'
import { measureUsers } from './users.ts'
import { measureVerify } from './verify.ts'

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
  dashboard: measureDashboard,
  lists: () => measureLists('admin'),
  'user-lists': () => measureLists('user'),
  'bulk-delete': measureBulkDelete,
  'large-tenant': measureLargeTenant,
  'large-subtree': measureLargeSubtree,
  line: measureLine,
  export: measureExport,
  files: measureFiles,
  verify: measureVerify,
  import: measureImport,
  backup: measureBackup,
  users: measureUsers,
  console: measureConsole,
  ...messagingParts,
}

const chosen = chosenParts
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
  // also when a part failed: what was measured before it is worth something
  printTable(results)
  await endAll()
}
process.exitCode = results.some(({ passes }) => passes === false) ? 1 : 0
