import { armCrashPoints } from '#core/crash-points.ts'
import type { KeyPurpose } from '#db/keys/keys.ts'
import type { Config } from './config.ts'
import { usage } from './usage.ts'

const rotated: readonly string[] = ['access_token', 'stored_secret', 'audit_mac'] satisfies KeyPurpose[]

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Loaded by the commands that need it alone: most of a short command's time would be modules that it never calls. */
const ofService = () => import('./service-commands.ts')

/**
 * Runs one command and prints what it did. The embedded database belongs to one process: while the service runs on it, a command
 * refuses (`DataDirectoryInUse`).
 * @returns false, with the usage on standard error, for words that are no command
 */
export async function runCommand(config: Config, command: string, words: readonly string[]): Promise<boolean> {
  armCrashPoints(config.failAt)
  const isCommand = (await runExact(config, [command, ...words].join(' '))) || (await runWithWords(config, command, words))
  if (!isCommand) process.stderr.write(usage)
  return isCommand
}

/** @returns false for a line that is none of those that take no words of the operator's own */
async function runExact(config: Config, line: string): Promise<boolean> {
  switch (line) {
    case 'migrate':
      await (await import('./migrate-command.ts')).runMigrations(config, print)
      return true
    case 'keys':
    case 'keys list':
      await (await ofService()).printKeys(config, print)
      return true
    case 'keys retire':
      await (await ofService()).retireOldKeys(config, print)
      return true
    case 'jobs':
    case 'jobs list':
      await (await ofService()).listDeadJobs(config, print)
      return true
    case 'reset-superadmin':
    case 'reset-superadmin --disable-2fa':
      await (await ofService()).resetFirstAdmin(config, print, line.endsWith('--disable-2fa'))
      return true
    case 'audit verify':
      await (await ofService()).verifyLogs(config, print)
      return true
    case 'demo':
      await (await import('./demo/demo.ts')).fillWithDemo(config, print)
      return true
    default:
      return false
  }
}

/** @returns false for words that the command does not know */
async function runWithWords(config: Config, command: string, words: readonly string[]): Promise<boolean> {
  const [action, which] = words
  if (command === 'backup' || command === 'restore') {
    const work = (await import('./backup-command.ts')).backupCommand(command, words)
    await work?.(config, print)
    return work !== null
  }
  if (command === 'storage' && action === 'copy') return (await import('./storage-command.ts')).copyStorage(config, words.slice(1), print)
  if (which === undefined || words.length !== 2) return false
  if (command === 'jobs' && (action === 'retry' || action === 'give-up')) {
    await (await ofService()).settleJobs(config, print, action, which)
    return true
  }
  if (command === 'keys' && action === 'rotate' && rotated.includes(which)) {
    await (await ofService()).rotate(config, print, which as KeyPurpose)
    return true
  }
  return false
}
