#!/usr/bin/env node
// Plain JavaScript that an old Node can read, too: it says which one is needed, where any other file would be a syntax error.
const { argv, env, execArgv, execPath, versions } = process

/**
 * V8 lets its heap grow under load for no gain in speed: the young part to 130 MB on a machine with room, the old part to twice and more of
 * what is alive. The embedded database shares the memory of its process with it, and an import of a hundred thousand lines leaves as many
 * megabytes behind. V8 takes these sizes from its command line alone, so this process begins once more, with the same id, where the system
 * can do that.
 */
function beginWithSmallHeap() {
  const isEmbedded = !env.DATABASE_URL && !env.DATABASE_URL_FILE
  const flags = { '--max-semi-space-size': isEmbedded ? 4 : 16, '--heap-growing-percent': 30 }
  const isChosen = (flag) => [...execArgv, env.NODE_OPTIONS ?? ''].some((given) => given.includes(flag))
  // a process with a channel to its parent (`node --watch`) would lose it
  if (Object.keys(flags).some(isChosen) || process.send || !process.execve || process.platform === 'win32') return
  const given = Object.entries(flags).map(([flag, value]) => `${flag}=${value}`)
  process.execve(execPath, [execPath, ...given, ...execArgv, ...argv.slice(1)], env)
}

const [major, minor] = versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) {
  beginWithSmallHeap()
  // before anything that takes time: nobody ends process 1 by a signal that it has no handler for
  const { catchStopSignals } = await import('#stop-signals.ts')
  catchStopSignals()
  await import('#command-line.ts')
} else {
  process.stderr.write(`tenantry: Node 22.18 or newer is needed, and this is ${versions.node}\n`)
  process.exit(78)
}
