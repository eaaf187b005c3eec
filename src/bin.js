#!/usr/bin/env node
// Plain JavaScript that an old Node can read, too: it says which one is needed, where any other file would be a syntax error.
const { argv, env, execArgv, execPath, versions } = process

/**
 * The embedded database shares the memory of its process with the heap of V8, which grows by 150 MB under load for no gain in speed, and
 * lets what an import leaves behind lie until it is as much again as what is alive. V8 takes these sizes from its command line alone, so
 * this process begins once more, with the same id, where the system can do that.
 */
function beginWithSmallHeap() {
  const flags = ['--max-semi-space-size', '--heap-growing-percent']
  const isEmbedded = !env.DATABASE_URL && !env.DATABASE_URL_FILE
  const isChosen = [...execArgv, env.NODE_OPTIONS ?? ''].some((given) => flags.some((flag) => given.includes(flag)))
  // a process with a channel to its parent (`node --watch`) would lose it
  if (!isEmbedded || isChosen || process.send || !process.execve || process.platform === 'win32') return
  process.execve(execPath, [execPath, `${flags[0]}=4`, `${flags[1]}=30`, ...execArgv, ...argv.slice(1)], env)
}

const [major, minor] = versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) {
  beginWithSmallHeap()
  // what it needs an old Node does not have; a directory that a file names is not read before the configuration is
  const { takeUpCompiledCode } = await import('./compiled-code.js')
  if (!env.DATA_DIR_FILE) takeUpCompiledCode(env.DATA_DIR || 'data')
  // before anything else that takes time: nobody ends process 1 by a signal that it has no handler for
  const { catchStopSignals } = await import('#stop-signals.ts')
  catchStopSignals()
  await import('#command-line.ts')
} else {
  process.stderr.write(`tenantry: Node 22.18 or newer is needed, and this is ${versions.node}\n`)
  process.exit(78)
}
