import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { atEnd } from '../rig/cleanup.ts'
import { runCommand, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

const root = join(import.meta.dirname, '../..')

describe('the package', () => {
  let installed = ''
  before(() => {
    installed = installPackage()
  })

  it('holds the compiled service, what it reads at run time and the papers, and no source or test', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('node_modules'))
    deepEqual(
      files.filter((name) => !/^(?:dist|docs|deploy)\b/.test(name)).sort((a, b) => (a < b ? -1 : 1)),
      ['.env.example', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'SECURITY.md', 'package.json'],
    )
    deepEqual(
      files.filter((name) => /\.ts$|^dist.*test/.test(name)),
      [],
    )
    for (const name of ['docs/operations.md', 'docs/decisions', 'deploy/haproxy.cfg', 'deploy/nginx/tenantry.conf'])
      ok(files.includes(name), `${name} is missing`)
    const migrations = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.sql'))
    deepEqual(migrations(join(installed, 'dist/db/migrations')), migrations(join(root, 'src/db/migrations')))
    for (const name of ['index.html', 'assets']) ok(existsSync(join(installed, 'dist/console', name)), `${name} of the console is missing`)
    match(readFileSync(join(installed, 'dist/bin.js'), 'utf8'), /^#!\/usr\/bin\/env node\n/)
  })

  it('serves with its embedded database and stops when told', async () => {
    const password = 'zuvaqor-71-Kestrel'
    const env = { BOOTSTRAP_ADMIN_PASSWORD: password }
    await using service = await startService({ command: [process.execPath, join(installed, 'dist/bin.js')], env })
    equal((await service.http.get('/health/ready')).status, 200)
    match((await service.http.get('/console')).text, /<script type="module"[^>]* src="\/console\/assets\//)
    const who = { identifier: 'superadmin@tenantry.local', password, isPlatformAdmin: true }
    const token = (await service.http.post('/api/v1/auth/admin/login', who)).json.accessToken
    // by a thread, which is a file of its own
    const preview = await service.http.post('/api/v1/message-templates/preview', { draft: { bodyHtml: '{{ a }}' } }, { token })
    equal(preview.json.html, '[a]', preview.text)
    equal(await service.kill('SIGTERM'), 0)
  })

  it('serves PostgreSQL, started by the name that npm links', async () => {
    const { url } = await sharedPostgresDatabase()
    const options = { command: [link()], databaseUrl: url }
    equal((await runCommand(['migrate'], options)).exit, 0)
    await using service = await startService(options)
    equal((await service.http.get('/health/ready')).status, 200)
  })

  /** What `npm install` makes of `bin`: a link in node_modules/.bin, run by its first line. */
  function link(): string {
    const path = join(installed, '../.bin/tenantry')
    if (!existsSync(path)) {
      mkdirSync(join(path, '..'), { recursive: true })
      symlinkSync('../tenantry/dist/bin.js', path)
    }
    return path
  }
})

/**
 * Packs a copy of the sources and unpacks the tarball as `node_modules/tenantry` of an empty folder. The dependencies are those
 * of the repository, so that no registry is asked; the copy keeps a `dist` of the developer's own untouched.
 */
function installPackage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-package-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const copy = join(folder, 'sources')
  const tracked = [
    'src',
    'scripts',
    'test/rig',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'client',
    'console',
    'docs',
    'deploy',
    '.env.example',
    'README.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'LICENSE',
    'NOTICE',
  ]
  for (const name of tracked) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] })
  const installed = join(folder, 'app/node_modules/tenantry')
  mkdirSync(installed, { recursive: true })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', join(folder, tarball ?? ''), '-C', installed, '--strip-components=1'])
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'))
  return installed
}
