/** The two sides: the service as it is run, and the bare programs it is compared with. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { atEnd } from '../test/rig/cleanup.ts'
import { type Service, startService } from '../test/rig/service.ts'
import { onCore } from './processes.ts'

export const password = 'a password of the benchmark'
/** One for the whole run: a part may start the service on the same database again. */
const masterSecret = randomBytes(32).toString('base64')
export const superAdmin = { identifier: 'superadmin@tenantry.local', password, isPlatformAdmin: true }

/**
 * Starts the service as `npm start` does, on one core or on all (null). With BENCH_PROFILE=directory it writes a profile of its
 * processor time there when it ends.
 */
export function startOurs(options: {
  databaseUrl: string | null
  core: number | null
  env?: Record<string, string>
  dataDirectory?: string
}): Promise<Service> {
  const profile = process.env.BENCH_PROFILE
  const node = [process.execPath, ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), '--conditions=source']
  return startService({
    databaseUrl: options.databaseUrl,
    ...(options.dataDirectory !== undefined && { dataDirectory: options.dataDirectory }),
    command: onCore(options.core, [...node, join(import.meta.dirname, '../src/bin.js')]),
    env: {
      NODE_ENV: 'production',
      ...(options.databaseUrl !== null && { MASTER_SECRET: masterSecret }),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'info',
      BOOTSTRAP_ADMIN_PASSWORD: password,
      ...options.env,
    },
  })
}

export interface Bare {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts `baselines/<name>.ts` and waits until it listens. */
export async function startBare(name: string, core: number | null, env: Record<string, string>): Promise<Bare> {
  const [program, ...args] = onCore(core, [process.execPath, '--conditions=source', join(import.meta.dirname, 'baselines', `${name}.ts`)])
  const child = spawn(program!, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const stop = atEnd(
    async () => {
      child.kill('SIGKILL')
      await ended
    },
    () => void child.kill('SIGKILL'),
  )
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^listening on (\S+)$/.exec(line)?.[1]
    if (url) return { url, pid: child.pid!, stop }
  }
  throw new Error(`baselines/${name}.ts ended before it listened`)
}

/** Signs an admin in. @returns the token response */
export async function signIn(service: Service, credentials: object): Promise<{ accessToken: string; refreshToken: string }> {
  const reply = await service.http.post('/api/v1/auth/admin/login', credentials)
  if (reply.status !== 200) throw new Error(`sign-in answered ${reply.status}: ${reply.text}\n${service.stdout.slice(-3).join('\n')}`)
  return reply.json
}
