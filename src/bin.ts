#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { ConfigurationError, readConfig } from './config.ts'
import { keepDataDirectory } from './data-directory.ts'

/** sysexits.h: EX_USAGE, EX_CONFIG. */
const badUsage = 64
const badConfiguration = 78

try {
  const config = readConfig()
  keepDataDirectory(config.dataDirectory)
  // Compiled code is kept for the next start in our own folder, never in a shared one, where others could plant theirs.
  enableCompileCache(join(config.dataDirectory, 'compile-cache'))
  const [command, ...words] = process.argv.slice(2)
  if (command === undefined || command === 'start') await (await import('./main.ts')).serve(config)
  else process.exitCode = (await (await import('./commands.ts')).runCommand(config, command, words)) ? 0 : badUsage
} catch (error) {
  if (error instanceof ConfigurationError) {
    process.stderr.write('The configuration is not usable:\n')
    for (const { variable, reason } of error.problems) process.stderr.write(`  ${variable} ${reason}\n`)
    process.exit(badConfiguration)
  }
  process.stderr.write(`tenantry: ${(error as Error).message}\n`)
  process.exit(1)
}
