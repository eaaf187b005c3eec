import { deepEqual, equal, match, throws } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { testDatabase, testFiles } from '../../scripts/tests/files.ts'
import { atEnd } from '../rig/cleanup.ts'

describe('the test runner', () => {
  const cases: [what: string, source: string, last: string, status: number][] = [
    ['a test that passes', "it('a', () => {})", '1 passed, 0 failed', 0],
    ['a test that fails beside one that passes', "it('a', () => { throw new Error('x') }); it('b', () => {})", '1 passed, 1 failed', 1],
    ['a file that throws', "throw new Error('x')", '0 passed, 1 failed', 1],
    ['a file that throws behind a test', "it('a', () => {}); throw new Error('x')", '1 passed, 1 failed', 1],
    ['a file without a test', 'it', '0 passed, 1 failed', 1],
    ['a test that is only to be done', "it('a', () => {}); it.todo('b')", '1 passed, 1 failed', 1],
    ['a test that is only to be done and fails', "it('a', () => {}); it('b', { todo: true }, () => { throw 1 })", '1 passed, 1 failed', 1],
    ['a test that is skipped where a server may be missing', "it('a', () => {}); it.skip('b')", '1 passed, 0 failed', 0],
    ['nothing but a skipped test', "it.skip('b')", '0 passed, 0 failed', 1],
    ['a hook that fails', "describe('s', () => { after(() => { throw new Error('x') }); it('a', () => {}) })", '1 passed, 1 failed', 1],
    [
      'a hook of the file itself that fails, while something is still open',
      "import { createServer } from 'node:net'; createServer().listen(0); after(() => { throw new Error('x') }); it('a', () => {})",
      '1 passed, 1 failed',
      1,
    ],
    [
      'an error that nobody caught, behind a promise',
      "it('a', async () => { await 1; setTimeout(() => { throw new Error('x') }, 5); await new Promise((r) => setTimeout(r, 50)) })",
      '1 passed, 1 failed',
      1,
    ],
  ]
  for (const [what, source, last, status] of cases) {
    it(`ends with ${status} for ${what}`, () => {
      const folder = tree({
        'a.test.ts': `import { after, describe, it } from 'node:test'\nexport const used = [after, describe]\n${source}`,
      })
      const run = runner(folder, {})
      equal(run.stdout.trimEnd().split('\n').at(-1), last, run.stdout)
      equal(run.status, status)
    })
  }

  it('names what was skipped, and takes a missing server for a failure where servers are promised', () => {
    const skipped = "import { it } from 'node:test'\nit('a', () => {})\nit('b', { skip: 'no PostgreSQL server is installed' }, () => {})"
    const folder = tree({ 'a.test.ts': skipped })
    match(runner(folder, {}).stdout, /ℹ \S+a.test.ts: b: skipped\n1 passed, 0 failed\n$/)
    // Addresses that nobody reads: what counts is that the runner need not start servers of its own.
    const servers = { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: 'postgres://unused', TEST_REDIS_URL: 'redis://unused' }
    match(
      runner(folder, servers).stdout,
      /✖ \S+a.test.ts: b: no PostgreSQL server is installed\nℹ 0 deadlocks reported by the PostgreSQL servers started here\n1 passed, 1 failed\n$/,
    )
  })

  it('fails for a deadlock on any server of the run, a single one too, and where files may run again; names what was done', async (t) => {
    if (process.env.TEST_DATABASE !== 'postgres') return t.skip('needs PostgreSQL')
    const rig = join(import.meta.dirname, '../rig/postgres.ts')
    const source = (more: string) => `import { it } from 'node:test'
import { throwawayPostgres, withClient } from ${JSON.stringify(rig)}
it('a', async () => {
  for (const url of [process.env.TEST_POSTGRES_URL${more}])
    await withClient(url, (one) => withClient(url, async (other) => {
      await one.query("create table t (id integer); insert into t values (1), (2)")
      for (const client of [one, other]) await client.query("begin; set local deadlock_timeout = 50")
      await one.query('select from t where id = 1 for update')
      await other.query('select from t where id = 2 for update')
      await Promise.allSettled([one.query('select /* crossing */ from t where id = 2 for update'), other.query('delete /* too */ from t where id = 1')])
      await one.query('rollback')
      await other.query("rollback; do $$ begin raise exception 'made up' using errcode = '40P01'; end $$").catch(() => {})
    }))
})`
    const of = (more: string, env: Record<string, string> = {}) =>
      runner(tree({ 'a.test.ts': source(more) }), { TEST_DATABASE: 'postgres', TEST_REDIS_URL: 'redis://unused', ...env })
    const two = of(', (await throwawayPostgres()).url', { TEST_AGAIN: '2' })
    match(two.stdout, /ℹ 2 deadlocks reported by the PostgreSQL servers started here\n1 passed, 2 failed\n$/)
    equal(two.stdout.match(/✖ a deadlock in postgres\n/g)?.length, 2)
    match(two.stdout, /ℹ {3}.*crossing[\s\S]*ℹ {3}.*too/)
    equal(two.status, 1)
    const one = of('', { TEST_AGAIN: '2' })
    match(one.stdout, /ℹ 1 deadlocks reported by the PostgreSQL servers started here\n1 passed, 1 failed\n$/)
    equal(one.status, 1)
  })

  it('fails for an answer that is not as the document says, whatever its test makes of it', () => {
    const recorder = JSON.stringify(join(import.meta.dirname, '../contract/answers-file.ts'))
    const source = `import { it } from 'node:test'\nimport { noteWrong } from ${recorder}
it('a', () => { try { noteWrong('GET /x 200: one line\\nand another'); throw new Error('x') } catch {} })`
    const { stdout, status } = runner(tree({ 'a.test.ts': source }), {})
    match(stdout, /\n✖ not as the OpenAPI document says: GET \/x 200: one line and another\n1 passed, 1 failed\n$/)
    equal(status, 1)
  })

  it('runs what failed once more, alone, where it is told to, and names what passed then', () => {
    const once = (mark: string) => `import { existsSync, writeFileSync } from 'node:fs'\nimport { it } from 'node:test'
const seen = new URL('${mark}.seen', import.meta.url)
it('a', () => { if (existsSync(seen)) return; writeFileSync(seen, ''); throw new Error('busy') })`
    const always = "import { it } from 'node:test'\nit('a', () => { throw new Error('x') })"
    const again = { TEST_AGAIN: '2' }
    const lucky = runner(tree({ 'a.test.ts': once('a'), 'b.test.ts': once('b') }), again)
    match(lucky.stdout, /ℹ \S+a.test.ts: failed, and passed when it ran again alone\nℹ \S+b.test.ts: .+\n2 passed, 0 failed\n$/)
    equal(lucky.status, 0)
    match(runner(tree({ 'a.test.ts': once('a') }), {}).stdout, /\n0 passed, 1 failed\n$/)
    match(runner(tree({ 'a.test.ts': once('a'), 'b.test.ts': always }), again).stdout, /\n1 passed, 1 failed\n$/)
    const three = { 'a.test.ts': once('a'), 'b.test.ts': once('b'), 'c.test.ts': always }
    match(runner(tree(three), again).stdout, /\n0 passed, 3 failed\n$/)
    for (const folder of ['races', 'properties']) {
      match(runner(tree({ [`${folder}/a.test.ts`]: once('a') }), again).stdout, /\n0 passed, 1 failed\n$/)
    }
  })

  it('hands the database and the condition of the sources to the tests', () => {
    const source = `import { it } from 'node:test'\nimport { equal } from 'node:assert/strict'
it('a', () => equal(process.env.TEST_DATABASE + process.execArgv.includes('--conditions=source'), 'embeddedtrue'))`
    equal(runner(tree({ 'a.test.ts': source }), {}).status, 0)
  })

  it('ends with 1 for a database that it does not know and for a file that does not exist', () => {
    const folder = tree({ 'a.test.ts': "import { it } from 'node:test'\nit('a', () => {})" })
    match(runner(folder, { TEST_DATABASE: 'other' }).stderr, /TEST_DATABASE must be embedded or postgres, not other/)
    const missing = runner(join(folder, 'gone.test.ts'), {})
    match(missing.stderr, /no test file/)
    equal(missing.status, 1)
  })

  it('takes for a database what is for it, and anything that is asked for by name', () => {
    const both = ['test/a.test.ts', 'test/faults/stop.test.ts', 'test/jobs/mail-state.test.ts']
    const long = ['test/faults/kill.test.ts', 'test/faults/postgres-kill.test.ts', 'test/races/sign-in.test.ts']
    const pure = ['test/core/b.test.ts', 'test/config.test.ts', 'test/specification.test.ts', 'test/jobs/mail.test.ts']
    const root = tree(Object.fromEntries([...both, ...long, ...pure, 'test/rig/http.ts'].map((file) => [file, ''])))
    deepEqual(new Set(testFiles('embedded', [], root)), new Set([...both, ...pure]))
    deepEqual(new Set(testFiles('postgres', [], root)), new Set([...both, ...long]))
    deepEqual(testFiles('embedded', ['test/races'], root), [long[2]])
    deepEqual(testFiles('embedded', ['test/faults/kill.test.ts', 'test/faults'], root), [...long.slice(0, 2), both[1]])
    throws(() => testFiles('embedded', ['test/gone'], root), /no test file: test\/gone/)
    equal(testDatabase(), 'embedded')
  })

  it('leaves out no test of this project', () => {
    const inOne = new Set([...testFiles('embedded', []), ...testFiles('postgres', [])])
    deepEqual(
      testFiles('embedded', ['test']).filter((file) => !inOne.has(file)),
      [],
    )
  })
})

function runner(file: string, env: Record<string, string>) {
  const script = join(import.meta.dirname, '../../scripts/test.ts')
  const environment = { PATH: process.env.PATH, ...env }
  return spawnSync(process.execPath, ['--conditions=source', script, file], { encoding: 'utf8', env: environment })
}

function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'tenantry-runner-'))
  atEnd(async () => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}
