/** Real nginx and HAProxy in front of processes of the service, with the example files of `deploy/`: nothing but addresses and paths is changed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../rig/cleanup.ts'
import { type Client, client } from '../rig/http.ts'
import { eventually, freePort } from '../rig/ports.ts'

const deploy = join(import.meta.dirname, '../../deploy')

export const proxyNames = ['nginx', 'haproxy'] as const
export type ProxyName = (typeof proxyNames)[number]

export interface RunningProxy extends AsyncDisposable {
  /** `https://127.0.0.1:port`. */
  readonly url: string
  /** `http://127.0.0.1:port`, which sends everybody to https. */
  readonly plainUrl: string
  /** Speaks TLS to it over connections that are kept. */
  readonly http: Client
  /** Each request on a connection of its own. */
  readonly connecting: Client
  /** What it said on its way. */
  log(): string
}

/**
 * Starts the proxy in front of two processes on 127.0.0.1.
 *
 * @throws Error when it is not installed, or says no to its file
 */
export async function startProxy(name: ProxyName, ports: readonly [number, number]): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `tenantry-${name}-`))
  const tls = certificate(folder)
  const [plain, secure] = [await freePort(), await freePort()]
  const command = name === 'nginx' ? nginx(folder, plain, secure, ports) : haproxy(folder, plain, secure, ports)
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-20_000)))
  const ca = readFileSync(tls.certificate)
  const agent = new Agent({ ca, keepAlive: true })
  const url = `https://127.0.0.1:${secure}`
  const http = client(url, agent)
  const stop = atEnd(
    async () => {
      agent.destroy()
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
    () => child.kill('SIGKILL'),
  )
  const isUp = () => child.exitCode !== null || http.get('/health/live').then(({ status }) => status === 200)
  await eventually(`${name} to serve`, isUp, 30_000).catch((error) => Promise.reject(new Error(`${error.message}\n${said}`)))
  if (child.exitCode !== null) throw new Error(`${name} ended at start:\n${said}`)
  return {
    url,
    plainUrl: `http://127.0.0.1:${plain}`,
    http,
    connecting: client(url, new Agent({ ca })),
    log: () => said,
    [Symbol.asyncDispose]: stop,
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** A certificate for 127.0.0.1 that vouches for itself. */
function certificate(folder: string) {
  const made = { key: join(folder, 'tenantry.key'), certificate: join(folder, 'tenantry.crt') }
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', [...request, '-keyout', made.key, '-out', made.certificate, ...name], { stdio: 'ignore' })
  writeFileSync(join(folder, 'tenantry.pem'), `${readFileSync(made.certificate, 'utf8')}${readFileSync(made.key, 'utf8')}`)
  return made
}

/** @throws Error where the example no longer has what stands for a place of this machine */
function placed(file: string, places: Record<string, string>): string {
  return Object.entries(places).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${file} does not hold ${from}`)
      return text.replaceAll(from, to)
    },
    readFileSync(join(deploy, file), 'utf8'),
  )
}

function nginx(folder: string, plain: number, secure: number, [one, two]: readonly [number, number]): string[] {
  const server = placed('nginx/tenantry.conf', {
    'listen 80 ': `listen 127.0.0.1:${plain} `,
    'listen 443 ': `listen 127.0.0.1:${secure} `,
    '/etc/nginx/tls/': `${folder}/`,
  })
  const upstream = placed('nginx/upstream.conf', { ':8081 ': `:${one} `, ':8082 ': `:${two} ` })
  // the main file of the package, as small as can be
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  const account = process.getuid?.() === 0 ? 'user root;' : ''
  const main = `daemon off; ${account} pid ${folder}/pid; error_log stderr warn; worker_processes 2; events { worker_connections 768; }
http { access_log off; ${kept.join(' ')}
include ${folder}/conf.d/*.conf; }`
  mkdirSync(join(folder, 'conf.d'))
  writeFileSync(join(folder, 'conf.d/tenantry.conf'), server)
  writeFileSync(join(folder, 'conf.d/upstream.conf'), upstream)
  writeFileSync(join(folder, 'nginx.conf'), main)
  return ['/usr/sbin/nginx', '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]
}

function haproxy(folder: string, plain: number, secure: number, [one, two]: readonly [number, number]): string[] {
  const file = placed('haproxy.cfg', {
    'bind :80\n': `bind 127.0.0.1:${plain}\n`,
    'bind :443 ': `bind 127.0.0.1:${secure} `,
    '/etc/haproxy/tls/': `${folder}/`,
    '127.0.0.1:8081': `127.0.0.1:${one}`,
    '127.0.0.1:8082': `127.0.0.1:${two}`,
  })
  writeFileSync(join(folder, 'haproxy.cfg'), file)
  return ['/usr/sbin/haproxy', '-db', '-f', join(folder, 'haproxy.cfg')]
}
