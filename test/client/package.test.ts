/** The package of the client, packed and installed in an empty folder: plain node runs it, and a program compiles with its types. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { root } from '../../scripts/tests/files.ts'
import { startApp, superAdmin } from '../harness.ts'
import { atEnd } from '../rig/cleanup.ts'

const run = promisify(execFile)
let folder: string
before(async () => {
  folder = await installed()
})

/** Packs a copy of the sources, so that a `dist` of the developer's own stays, and installs it by npm without a registry. */
async function installed(): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), 'tenantry-client-'))
  atEnd(async () => rmSync(work, { recursive: true, force: true }))
  for (const name of ['client/src', 'client/package.json', 'client/tsconfig.json', 'client/tsconfig.build.json', 'client/README.md'])
    cpSync(join(root, name), join(work, name), { recursive: true })
  for (const name of ['scripts/build-client.ts', 'tsconfig.json', 'LICENSE', 'NOTICE']) cpSync(join(root, name), join(work, name))
  symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'))
  await run('npm', ['pack', '--silent', '--pack-destination', work], { cwd: join(work, 'client') })
  const [tarball = ''] = globSync('*.tgz', { cwd: work })
  const place = join(work, 'elsewhere/app')
  mkdirSync(place, { recursive: true })
  // below a folder that has node_modules of its own a package could find what it does not bring
  rmSync(join(work, 'node_modules'))
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }')
  await run('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', join(work, tarball)], { cwd: place })
  return place
}

describe('the package of the client', () => {
  it('holds compiled files and types, has no dependency and names nothing outside itself', () => {
    const own = join(folder, 'node_modules/@tenantry/client')
    const { dependencies, exports } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
    assert.equal(dependencies, undefined)
    for (const file of [exports['.'].types, exports['.'].default, 'dist/LICENSE', 'README.md']) assert.ok(existsSync(join(own, file)), file)
    assert.deepEqual(
      globSync('**/*.ts', { cwd: own }).filter((file) => !file.endsWith('.d.ts')),
      [],
    )
    for (const file of globSync('dist/*.{js,d.ts}', { cwd: own })) {
      const named = [...readFileSync(join(own, file), 'utf8').matchAll(/(?:^|\s)(?:from|import)\s*\(?'([^']+)'/g)].map(([, name]) => name)
      for (const name of named) assert.match(name as string, /^\.\/[\w-]+\.js$/, file)
    }
    assert.deepEqual(globSync('node_modules/*', { cwd: folder }), ['node_modules/@tenantry'])
  })

  it('is run by plain node, which ends when the program does', async () => {
    const app = await startApp()
    writeFileSync(join(folder, 'program.js'), program)
    const { identifier, password } = { identifier: superAdmin.email, password: superAdmin.password }
    const { stdout } = await run(process.execPath, ['program.js', app.url, identifier, password], { cwd: folder, timeout: 60_000 })
    assert.deepEqual(JSON.parse(stdout), { code: 'SignedOut none', email: superAdmin.email, tenants: ['One', 'Two'], first: 'ready' })
  })

  for (const [where, options] of Object.entries({
    'a browser': { lib: ['es2022', 'dom'], types: [], module: 'preserve', moduleResolution: 'bundler' },
    Node: { lib: ['es2022'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')], module: 'nodenext' },
  }))
    it(`has types for a program of ${where}, and for what its manual shows`, async () => {
      const config = {
        compilerOptions: { strict: true, noEmit: true, skipLibCheck: false, ...options },
        files: ['consumer.ts', 'documented.ts'],
      }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
      writeFileSync(join(folder, 'consumer.ts'), consumer)
      writeFileSync(join(folder, 'documented.ts'), documented)
      const compiled = await run(join(root, 'node_modules/.bin/tsc'), ['--project', folder]).catch((error) => error)
      assert.ok(documented.length > 1000)
      assert.equal(compiled.stdout, '')
    })
})

/** What docs/client.md shows: its pieces go on from each other. */
const documented = [...readFileSync(join(root, 'docs/client.md'), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
  .map(([, text]) => text)
  .join('')

const program = `
import { createClient, SignedOut } from '@tenantry/client'
const [url, identifier, password] = process.argv.slice(2)
const client = createClient({ url, share: 'one' })
const code = await client.call('getOwnProfile').catch((error) => error instanceof SignedOut && error.name + ' ' + error.reason)
await client.call('signIn', { body: { identifier, password, isPlatformAdmin: true } })
for (const name of ['One', 'Two']) await client.call('createTenant', { body: { name } })
const tenants = []
for await (const { name } of client.items('listTenants', { query: { pageSize: 1, sortBy: 'name', sortDirection: 'asc' } })) tenants.push(name)
let first
for await (const { event } of client.live()) {
  first = event
  break
}
console.log(JSON.stringify({ code, email: (await client.call('getOwnProfile')).email, tenants, first }))
`

const consumer = `
import { type Admin, createClient, isRefused } from '@tenantry/client'
const client = createClient({ url: 'https://id.example.com', language: 'ar' })
export async function names(): Promise<string[]> {
  const all: string[] = []
  try {
    for await (const admin of client.items('listAdmins', { query: { isActive: true } })) all.push((admin satisfies Admin).firstName)
  } catch (error) {
    if (isRefused(error, 'listAdmins') && error.code === 'permission_denied') return [error.answer.requiredPermission ?? '']
    throw error
  }
  // @ts-expect-error: no such filter
  await client.call('listAdmins', { query: { colour: 'red' } })
  return all
}
`
