/** Blocks of the documents, pasted into a shell as they stand. */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../rig/cleanup.ts'
import { type Client, client } from '../rig/http.ts'
import { eventually, freePort } from '../rig/ports.ts'
import { root, shellBlocks } from './documents.ts'

export interface Pasted extends AsyncDisposable {
  /** Of the service, where the block starts one; disposing of this stops it. */
  readonly url: string
  readonly http: Client
  /** What was printed so far. */
  output(): string
  /** As the owner. */
  signIn(password: string): ReturnType<Client['post']>
}

export interface PasteOptions {
  /** Over what every block is given. */
  readonly env?: Readonly<Record<string, string>>
  /** Words that stand for somebody's own places, and what stands in for them here. */
  readonly replaced?: Readonly<Record<string, string>>
  /** What is pasted in place of a block, made of it. */
  readonly as?: (text: string) => string
}

/**
 * Pastes a block as it stands, but for what the options say: to its end, which must be a good one, or until the service that it starts listens.
 *
 * @param name as `shellBlocks` has it
 */
export async function pasteBlock(
  cwd: string,
  name: string,
  { env, replaced = {}, as = (text) => text }: PasteOptions = {},
): Promise<Pasted> {
  let text = as(shellBlocks().find((block) => block.name === name)!.text)
  for (const [from, to] of Object.entries(replaced)) {
    assert.ok(text.includes(from), `${name} does not hold ${from}`)
    text = text.replaceAll(from, to)
  }
  const common = { PATH: process.env.PATH, HOME: process.env.HOME, BCRYPT_COST: '4' }
  const whole = { ...common, ...wayOut(text), PORT: String(await freePort()), ...env }
  const words = ['--norc', '-euo', 'pipefail', '-c', text]
  const child = spawn('bash', words, { cwd, env: whole, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (piece) => (output += piece))
  let code: number | null | undefined
  const closed = once(child, 'close').then(([exit]) => (code = exit))
  const signal = (name: NodeJS.Signals) => code === undefined && process.kill(-child.pid!, name)
  const stop = atEnd(
    async () => {
      signal('SIGTERM')
      await closed
    },
    () => signal('SIGKILL'),
  )
  const listening = () => /^listening on (\S+)$/m.exec(output)?.[1]
  await eventually(`${name} to be done`, () => code !== undefined || listening(), 300_000).catch(async (error) => {
    await stop()
    assert.fail(`${error.message}\n${output}`)
  })
  if (code !== undefined) assert.equal(code, 0, `${name}:\n${output}`)
  const url = `http://127.0.0.1:${whole.PORT}`
  const http = client(url)
  return {
    url,
    http,
    output: () => output,
    signIn: (password) => http.post('/api/v1/auth/admin/login', { identifier: 'superadmin', isPlatformAdmin: true, password }),
    [Symbol.asyncDispose]: stop,
  }
}

/**
 * A block that installs gets what this machine needs to reach the registry; for any other npm asks nobody: what is not installed is then
 * told at once, and not after a minute of attempts.
 */
function wayOut(text: string): NodeJS.ProcessEnv {
  if (!/\bnpm (?:ci|install)\b/.test(text)) return { npm_config_offline: 'true' }
  const given = Object.entries(process.env).filter(([name]) =>
    /^(?:NODE_EXTRA_CA_CERTS|npm_config_(?:registry|cafile|globalconfig|userconfig)|(?:https?|no)_proxy)$/i.test(name),
  )
  return { ...Object.fromEntries(given), npm_config_prefer_offline: 'true' }
}

/** An empty folder; it goes when the test file ends. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-commands-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What the repository holds, and nothing else. */
export function copySources(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const copy = 'git ls-files -z | tar --null --files-from - --create | tar --extract --directory "$1"'
  execFileSync('bash', ['-c', copy, 'sh', folder], { cwd: root })
}
