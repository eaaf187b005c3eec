/** How many passwords this machine can check: as many at a time as it has cores, for some seconds, and nothing else. */
import { availableParallelism } from 'node:os'
import bcrypt from 'bcrypt'

const seconds = Number(process.argv[2])
const cost = Number(process.argv[3])
const password = 'a password of the benchmark'
const hash = await bcrypt.hash(password, cost)

let checks = 0
let firstEnd = 0
let lastEnd = 0
const before = process.cpuUsage()
const end = performance.now() + seconds * 1000
async function keepChecking(): Promise<void> {
  while (performance.now() < end) {
    await bcrypt.compare(password, hash)
    lastEnd = performance.now()
    firstEnd ||= lastEnd
    checks++
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, keepChecking))
const { user, system } = process.cpuUsage(before)
process.stdout.write(JSON.stringify({ perSecond: ((checks - 1) * 1000) / (lastEnd - firstEnd), cpuMs: (user + system) / 1000 / checks }))
