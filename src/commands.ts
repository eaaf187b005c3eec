import { armCrashPoints } from '#core/crash-points.ts'
import { createLogger } from '#core/log.ts'
import { openDatabase } from '#db/database.ts'
import { listKeys, retireKeys, rotateKey } from '#db/keys/key-rotation.ts'
import type { KeyPurpose } from '#db/keys/keys.ts'
import { migrate } from '#db/migrate.ts'
import type { Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { resetSuperAdmin } from '#modules/admins/superadmin-reset.ts'
import { printDeadJobs, settleDeadJobs } from '#modules/dead-jobs/dead-jobs.command.ts'
import { verifyAllLogs } from './audit-command.ts'
import { backupCommand } from './backup-command.ts'
import type { Config } from './config.ts'
import { openService } from './service.ts'
import { copyStorage } from './storage-command.ts'
import { usage } from './usage.ts'

const rotated: readonly string[] = ['access_token', 'stored_secret', 'audit_mac'] satisfies KeyPurpose[]

const print = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Runs one command and prints what it did. The embedded database belongs to one process: while the service runs on it, a command
 * refuses (`DataDirectoryInUse`).
 * @returns false, with the usage on standard error, for words that are no command
 */
export async function runCommand(config: Config, command: string, words: readonly string[]): Promise<boolean> {
  switch ([command, ...words].join(' ')) {
    case 'migrate':
      await runMigrations(config)
      return true
    case 'keys':
    case 'keys list':
      await withService(config, printKeys)
      return true
    case 'keys retire':
      await withService(config, async ({ database, keys, clock }) => print(`retired: ${await retireKeys(database, keys, clock.now())}`))
      return true
    case 'jobs':
    case 'jobs list':
      await withService(config, (service) => printDeadJobs(service, print))
      return true
    case 'reset-superadmin':
    case 'reset-superadmin --disable-2fa':
      await withService(config, async (service) => {
        const password = await resetSuperAdmin(service, { disableTwoFactor: words.includes('--disable-2fa') })
        print(`superadmin password: ${password}`)
      })
      return true
    case 'audit verify':
      await withService(config, (service) => verifyAllLogs(service, print))
      return true
    case 'demo':
      await (await import('./demo/demo.ts')).fillWithDemo(config, print)
      return true
  }
  armCrashPoints(config.failAt)
  if (command === 'backup' || command === 'restore') {
    const work = backupCommand(command, words)
    if (work !== null) await work(config, print)
    else process.stderr.write(usage)
    return work !== null
  }
  const [action, purpose] = words
  if (command === 'storage' && action === 'copy' && (await copyStorage(config, words.slice(1), print))) return true
  if (command === 'jobs' && (action === 'retry' || action === 'give-up') && purpose !== undefined && words.length === 2) {
    await withService(config, async (service) => print(`${action}: ${await settleDeadJobs(service, action, purpose)}`))
    return true
  }
  if (command === 'keys' && action === 'rotate' && purpose !== undefined && words.length === 2 && rotated.includes(purpose)) {
    await withService(config, (service) => rotate(service, purpose as KeyPurpose))
    return true
  }
  process.stderr.write(usage)
  return false
}

async function runMigrations(config: Config): Promise<void> {
  const log = createLogger({ level: 'error' })
  const database = await openDatabase({ url: config.databaseUrl, dataDirectory: config.dataDirectory, log })
  try {
    const { applied } = await migrate(database)
    for (const name of applied) print(`applied ${name}`)
    if (applied.length === 0) print('nothing to apply')
  } finally {
    await database.close()
  }
}

/** On an empty database opening makes the SuperAdmin; its password would be lost if it were not printed here. */
async function withService(config: Config, work: (service: Service) => Promise<void>): Promise<void> {
  const { service, bootstrapPassword, close } = await openService(config, createLogger({ level: 'error' }))
  try {
    if (bootstrapPassword !== null) print(`bootstrap password: ${bootstrapPassword}`)
    await work(service)
  } finally {
    await close()
  }
}

async function printKeys({ database }: Service): Promise<void> {
  for (const { purpose, kid, state, createdAt, promotedAt } of await listKeys(database)) {
    print([purpose, kid, state, createdAt.toISOString(), promotedAt?.toISOString() ?? 'not yet'].join('\t'))
  }
}

async function rotate(service: Service, purpose: KeyPurpose): Promise<void> {
  const { kid } = await rotateKey(service.database, service.keys, purpose, service.clock.now())
  await transact(systemContext(service), (ctx) => emit(ctx, 'service.key_rotated', { tenantId: null, data: { purpose, kid } }))
  print(`${purpose}: ${kid} signs from now on`)
}
