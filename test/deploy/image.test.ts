/** The image without Docker: its script makes a root directory, from which the service is started as the Dockerfile says. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { atEnd } from '../rig/cleanup.ts'
import { eventually, freePort } from '../rig/ports.ts'
import { startService } from '../rig/service.ts'

const sources = join(import.meta.dirname, '../..')
const dockerfile = readFileSync(join(sources, 'Dockerfile'), 'utf8')
const account = '10001'

/** Whether this kernel lets us have processes and mounts of our own, as Docker has. */
const isIsolated = spawnSync('unshare', ['--pid', '--fork', '--mount', 'mount', '--make-rprivate', '/']).status === 0

describe('the image', { skip: !isIsolated && 'unshare and mount are not allowed here' }, () => {
  let root = ''
  let said = ''
  before(() => {
    const folder = mkdtempSync(join(tmpdir(), 'tenantry-image-'))
    atEnd(async () => rmSync(folder, { recursive: true, force: true }))
    root = join(folder, 'root')
    const env = { ...process.env, npm_config_prefer_offline: 'true', NODE_OPTIONS: '' }
    said = execFileSync('bash', [join(sources, 'deploy/image.sh'), root], { stdio: ['ignore', 'pipe', 'inherit'], env, encoding: 'utf8' })
  })

  it('has a console that was built for it, and not the one that lies in the sources', () => {
    assert.equal(said.match(/^console: built in/gm)?.length, 1, said)
  })

  it('holds one Node, no sources and nothing for development', () => {
    const app = join(root, 'opt/tenantry')
    const { devDependencies, dependencies } = JSON.parse(readFileSync(join(sources, 'package.json'), 'utf8'))
    const version = execFileSync(join(root, 'usr/local/bin/node'), ['--version'], { encoding: 'utf8' }).trim()
    assert.equal(version, `v${dependencies.node}`)
    for (const name of [
      'src',
      'scripts',
      'client',
      'console',
      'test',
      ...['typescript', '@biomejs/biome', 'fast-check', 'vite', 'react', '@tenantry'].map((name) => `node_modules/${name}`),
    ])
      assert.ok(!existsSync(join(app, name)), `${name} is in the image`)
    assert.ok(devDependencies['fast-check'] && devDependencies.typescript)
    assert.deepEqual(readdirSync(join(root, 'data')), [])
    const kilobytes = Number(execFileSync('du', ['-sk', root], { encoding: 'utf8' }).split('\t')[0])
    assert.ok(kilobytes < 300 * 1024, `${kilobytes} kB`)
  })

  it('has what each storage is reached through, which is loaded only where one is used', () => {
    const script = "for (const name of ['@aws-sdk/client-s3', '@azure/storage-blob', '@google-cloud/storage']) await import(name)"
    execFileSync(join(root, 'usr/local/bin/node'), ['--input-type=module', '-e', script], { cwd: join(root, 'opt/tenantry') })
  })

  it('is made into an empty directory only', () => {
    const again = spawnSync('bash', [join(sources, 'deploy/image.sh'), root], { encoding: 'utf8' })
    assert.deepEqual([again.status, again.stderr], [64, `${root} is not empty\n`])
  })

  it('serves as process 1 of another user from a file system that can only be read, is healthy, and ends with 0', async () => {
    const port = await freePort()
    const { enter, volume } = contained(root)
    const [entry, health] = [/^ENTRYPOINT (.*)$/m, /CMD (\[.*\])$/m].map((line) => JSON.parse(line.exec(dockerfile)![1]!) as string[])
    const env = {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: '/data',
      NODE_ENV: undefined,
      HOME: undefined,
      NODE_COMPILE_CACHE: undefined,
    }
    assert.notEqual(spawnSync(enter, health!, { env: { PATH: process.env.PATH, PORT: String(port) } }).status, 0, 'nothing serves yet')
    await using service = await startService({ command: [enter, ...entry!], env })
    assert.equal((await service.http.get('/health/ready')).status, 200)
    assert.equal((await service.http.get('/console')).status, 200)
    assert.equal(spawnSync(enter, health!, { env: { PATH: process.env.PATH, PORT: String(port) } }).status, 0)
    const inside = await eventually('process 1 of the container', () => firstProcess(service.pid))
    assert.match(
      readFileSync(`/proc/${inside}/status`, 'utf8'),
      new RegExp(`^Uid:\\t${account}\\t${account}\\t[\\s\\S]*^NSpid:\\t\\d+\\t1$`, 'm'),
    )
    assert.ok(readdirSync(volume).includes('master-secret'))
    const written = spawnSync(enter, ['/usr/local/bin/node', '-e', 'require("fs").writeFileSync("/opt/tenantry/x", "")'], {
      encoding: 'utf8',
    })
    assert.match(written.stderr, /EROFS/)
    process.kill(inside, 'SIGTERM')
    assert.equal(await service.exited, 0)
  })
})

/** @returns the one child of `unshare`, which is process 1 of its own */
function firstProcess(parent: number): number | null {
  const child = Number(readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim())
  return child > 0 && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('bin.js') ? child : null
}

/**
 * Stands for `docker run --read-only --volume …:/data`: what Debian has comes from this machine.
 *
 * @returns a program that runs its words in there, as process 1 and nobody, and the volume
 */
function contained(root: string): { enter: string; volume: string } {
  const volume = mkdtempSync(join(tmpdir(), 'tenantry-volume-'))
  chownSync(volume, Number(account), Number(account))
  const enter = join(volume, '../', `${volume.split('/').at(-1)}.sh`)
  atEnd(async () => {
    for (const path of [volume, enter]) rmSync(path, { recursive: true, force: true })
  })
  const system = ['lib', 'lib64', 'usr/lib', 'usr/bin', 'etc', 'dev'].filter((name) => existsSync(`/${name}`))
  for (const name of [...system, 'proc']) mkdirSync(join(root, name), { recursive: true })
  writeFileSync(
    enter,
    `#!/bin/sh
exec unshare --pid --fork --mount --kill-child sh -euc '
  mount --make-rprivate /
  mount --bind ${root} ${root}
  for name in ${system.join(' ')}; do mount --rbind /$name ${root}/$name; done
  mount --bind ${volume} ${root}/data
  mount -t proc -o subset=pid proc ${root}/proc
  mount -o remount,bind,ro ${root}
  cd /
  exec chroot --userspec=${account}:${account} ${root} "$@"
' sh "$@"
`,
    { mode: 0o755 },
  )
  return { enter, volume }
}
