import { enableCompileCache } from 'node:module'
import { constants } from 'node:os'
import { version } from '#core/package-version.ts'
import { reasonOf } from '#outside/storage/outages.ts'
import { ConfigurationError, readConfig } from './config.ts'
import { compiledCodeFolder, keepDataDirectory } from './data-directory.ts'
import { databaseNotReached, startFault } from './start-fault.ts'
import { onStop, stopRequested } from './stop-signals.ts'
import { usage } from './usage.ts'

/** sysexits.h: EX_USAGE, EX_UNAVAILABLE, EX_CONFIG. */
const badUsage = 64
const unavailable = 69
const badConfiguration = 78

/** They read and write where they are told to, and not in the data directory alone. */
const ofOtherFiles = ['backup', 'restore', 'storage']

const [command = 'start', ...words] = process.argv.slice(2)
if (command === '--version') process.stdout.write(`${version}\n`)
else if (['help', '--help', '-h'].includes(command)) process.stdout.write(usage)
else {
  // With an empty event loop Node waits for its compilers, and they may wait for it (nodejs/node issue 54918): never let it be empty.
  const alive = setInterval(() => {}, 60_000)
  await run()
    .catch(fail)
    .finally(() => clearInterval(alive))
}

async function run(): Promise<void> {
  const config = readConfig()
  keepDataDirectory(config.dataDirectory, config.databaseUrl === null)
  // compiled code is kept for the next start
  const folder = compiledCodeFolder(config.dataDirectory)
  if (folder !== null) enableCompileCache(folder)
  if (command === 'start' && words.length === 0) return await (await import('./main.ts')).serve(config)
  // a command that did not come to its end must not look like one that did
  onStop(async (signal) => process.exit(128 + constants.signals[signal]))
  process.exitCode = (await (await import('./commands.ts')).runCommand(config, command, words)) ? 0 : badUsage
}

function fail(error: unknown): void {
  // what was begun breaks where the stop takes its ground away; the stop itself ends the process
  if (stopRequested.aborted) return
  if (error instanceof ConfigurationError) {
    process.stderr.write('The configuration is not usable:\n')
    for (const { variable, reason } of error.problems) process.stderr.write(`  ${variable} ${reason}\n`)
    process.exit(badConfiguration)
  }
  // the one waits for its database, the other has none
  const notReached = ['start', 'storage'].includes(command) ? null : databaseNotReached(error)
  if (notReached !== null) {
    process.stderr.write(`tenantry: ${notReached}\n`)
    process.exit(unavailable)
  }
  const fault = startFault(error, { isOfOtherFiles: ofOtherFiles.includes(command) })
  process.stderr.write(`tenantry: ${fault ?? reasonOf(error)}\n`)
  process.exit(fault === null ? 1 : badConfiguration)
}
