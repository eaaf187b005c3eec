/** Every command of README, CONTRIBUTING and docs/ is run by a test, or says why it is not; here those for a folder that holds the sources. */
import assert from 'node:assert/strict'
import { globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '#db/database.ts'
import { usage } from '../../src/usage.ts'
import { expectStatus } from '../harness.ts'
import { tally } from '../rig/race.ts'
import { putMigratedDatabase } from '../rig/snapshots.ts'
import { asInstalled, isRun, journey, root, runFromPackage, runInSources, shellBlocks } from './documents.ts'
import { copySources, emptyFolder, pasteBlock } from './paste.ts'

describe('a block for a shell in the documents', () => {
  const blocks = shellBlocks()

  it('is run by a test, or says why not', (t) => {
    assert.deepEqual(
      blocks.filter(({ name, notRun }) => isRun(name) === (notRun !== null)).map(({ name }) => name),
      [],
    )
    for (const { name, notRun } of blocks) if (notRun !== null) t.diagnostic(`not run: ${name}: ${notRun}`)
  })

  it('is there where a test is said to run it', () => {
    const names = blocks.map(({ name }) => name)
    assert.deepEqual(
      [...runInSources, ...runFromPackage].filter((name) => !names.includes(name)),
      [],
    )
    assert.ok(journey().split('\n').length > 100)
  })

  it('is another where the package is installed only in how the service is called', () => {
    assert.equal(asInstalled('npm start\n'), 'npx tenantry\n')
    assert.equal(asInstalled('A=b npm run backup -- --to c\nnpm run demo\n'), 'A=b npx tenantry backup --to c\nnpx tenantry demo\n')
    assert.throws(() => asInstalled('npm run pictures'), /not a command of the service/)
  })
})

it('a command in a sentence of README and docs is one that there is', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const texts = ['README.md', ...globSync('docs/*.md', { cwd: root })].map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const named = (pattern: RegExp) => [...new Set([...texts.matchAll(pattern)].map(([, name]) => name!))]
  const [ours, commands] = [named(/`npm run ([\w:-]+)/g), named(/`(?:npx )?tenantry ([a-z][a-z-]*)/g)]
  assert.ok(ours.length > 5 && commands.length > 3)
  assert.deepEqual(
    ours.filter((name) => !(name in scripts)),
    [],
  )
  assert.deepEqual(
    commands.filter((name) => !new RegExp(`^  ${name}\\b`, 'm').test(usage)),
    [],
  )
})

it('the two commands of README begin with nothing but the sources', async () => {
  const folder = emptyFolder()
  copySources(folder)
  await using served = await pasteBlock(folder, 'README.md: Start')
  const printed = /^bootstrap password: (\S+)$/m.exec(served.output())?.[1]
  expectStatus(await served.signIn(printed!), 200)
})

it('the package of the client is made and installed beside a program', async () => {
  const folder = emptyFolder()
  copySources(join(folder, 'tenantry'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'tenantry/node_modules'))
  const program = join(folder, 'program')
  mkdirSync(program)
  await pasteBlock(program, 'docs/client.md: The client', { env: { npm_config_offline: 'true' } })
})

it('dead jobs are listed, tried again and given up', async () => {
  const dataDirectory = emptyFolder()
  await putMigratedDatabase(dataDirectory)
  const database = await openDatabase({ url: null, dataDirectory, log: { info() {}, warn() {}, error() {} } })
  for (const kind of ['email.send', 'email.send', 'domain.verify'])
    await sql`insert into jobs (id, kind, run_at, attempts, max_attempts, state, error, created_at)
      values (gen_random_uuid(), ${kind}, now(), 5, 5, 'dead', 'it went wrong', now())`.execute(database.kysely)
  await database.close()
  const { output } = await pasteBlock(root, 'docs/operations.md: Dead jobs', { env: { DATA_DIR: dataDirectory } })
  const kinds = [...output().matchAll(/^[0-9a-f-]{36}\t(\S+)\t\d+\tit went wrong$/gm)].map(([, kind]) => kind!)
  assert.deepEqual(tally(kinds), { 'domain.verify': 1, 'email.send': 2 })
  assert.match(output(), /^retry: 2$[\s\S]*^give-up: 1$/m)
})
