import { deepEqual, equal, match } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { checkImports } from '../../scripts/check-imports.ts'
import { atEnd } from '../rig/cleanup.ts'

/** A tree with every layer in it and nothing wrong: each case below adds or replaces files. */
const sound: Record<string, string> = {
  'src/core/clock.ts': 'export const now = () => new Date(Date.now())',
  'src/core/text.ts': "// new Date() and process.env in a comment\nexport const text = 'Date.now() // process.env'",
  'src/db/context.ts': "import { text } from '#core/text.ts'\nexport const context = text",
  'src/db/owned.ts': "import { context } from './context.ts'\nexport const rows = context.selectFrom('accounts')",
  'src/db/rows/owned.ts':
    "export const ownedTables = { admins: { table: 'accounts' }, roles: { table: 'roles' }, userGroups: { table: 'userGroups' } }",
  'src/db/tables.ts': `export interface Tables {
  accounts: {
    id: string
    tenantId: string | null
  }
  events: {
    tenantId: string | null
  }
  jobs: {
    id: string
  }
  sessions: {
    accountId: string
  }
}
${'export type Text = string\n'.repeat(300)}`,
  'src/events/emit.ts':
    "import '#db/context.ts'\n/** Adds one. */\n// unscoped: a new row\nexport const emit = (db) => db.insertInto('events')",
  'src/jobs/queue.ts': "import type { Tables } from '#db/tables.ts'\nexport type Job = Tables",
  'src/outside/mail.ts': "import { now } from '#core/clock.ts'\nexport const mail = now",
  'src/sessions/tokens.ts':
    "import { emit } from '#events/emit.ts'\n/** unscoped: before sign-in nobody has a scope */\nexport const tokens = (db) => [emit, db.selectFrom('accounts')]",
  'src/http/route.ts': "import { tokens } from '#sessions/tokens.ts'\nexport const route = tokens",
  'src/modules/roles/roles.routes.ts':
    "import { list } from './queries.ts'\nimport { mail } from '#outside/mail.ts'\nexport const routes = [list, mail]",
  'src/modules/roles/queries.ts': "export const list = (eb) => eb.selectFrom('accounts')\nexport const at = (time) => new Date(time)",
  'src/modules/admins/actions.ts': "import { list } from '#modules/roles/queries.ts'\nexport const act = list",
  'src/config.ts': 'export const config = process.env',
  'src/app.ts': "import { routes } from '#modules/roles/roles.routes.ts'\nexport const app = routes",
  'src/main.ts': "import { app } from './app.ts'\nimport { config } from './config.ts'\nexport const main = [app, config]",
  'src/command-line.ts': "import { main } from './main.ts'\nconsole.log(main)",
  'client/src/operations.ts': `${'export type Text = string\n'.repeat(300)}`,
  'console/package.json': '{ "devDependencies": { "react": "1.0.0" } }',
  'console/src/shell/Shell.tsx': "import { useState } from 'react'\nimport '../theme/app.css'\nexport const Shell = useState",
  'console/src/screens/admins/Admins.tsx':
    "import { createClient } from '@tenantry/client'\nimport '../../shell/Shell.tsx'\nexport const a = createClient",
  'client/src/client.ts': "import type { Text } from './operations.ts'\nexport type Client = Text\nexport const at = () => Date.now()",
}

describe('check-imports', () => {
  it('finds nothing in a sound tree', () => {
    deepEqual(faultsWith({}), [])
  })

  const cases: [rule: string, files: Record<string, string>, fault: RegExp][] = [
    [
      'an import upwards in the console',
      { 'console/src/ui/a.tsx': "import '../shell/Shell.tsx'" },
      /ui must not import upwards from shell/,
    ],
    [
      'one area of screens in another',
      { 'console/src/screens/users/a.tsx': "import '../admins/Admins.tsx'" },
      /reaches into the screens of admins/,
    ],
    ['the service in the console', { 'console/src/api/a.ts': "import '../../../src/core/text.ts'" }, /leaves the console/],
    ['a package that the console does not name', { 'console/src/ui/a.tsx': "import 'dayjs'" }, /dayjs is not among the packages/],
    ['what is not there in the console', { 'console/src/ui/a.tsx': "import './b.tsx'" }, /b\.tsx does not exist/],
    ['an import upwards', { 'src/core/a.ts': "import '#db/context.ts'" }, /core\/a.ts: core must not import upwards from db/],
    [
      'an import of a type upwards',
      { 'src/sign-in/a.ts': "import type { R } from '#http/route.ts'" },
      /sign-in must not import upwards from http/,
    ],
    [
      'a dynamic import upwards',
      { 'src/db/a.ts': "export const x = import('#modules/admins/actions.ts')" },
      /db must not import upwards from modules/,
    ],
    [
      'an import over several lines',
      { 'src/db/a.ts': "import {\n  a,\n  type B,\n} from '#http/route.ts'\na()" },
      /db must not import upwards from http/,
    ],
    ['an import of the root', { 'src/http/a.ts': "import { app } from '#app.ts'\napp()" }, /http must not import upwards from app.ts/],
    ['an import of main from below', { 'src/service.ts': "import './main.ts'" }, /service.ts must not import upwards from main.ts/],
    [
      'rights from accounts',
      { 'src/accounts/a.ts': 'export const a = 1', 'src/rights/a.ts': "import '#accounts/a.ts'" },
      /rights must not import upwards from accounts/,
    ],
    ['accounts from sessions', { 'src/accounts/a.ts': "import '#sessions/tokens.ts'" }, /accounts must not import upwards from sessions/],
    [
      'sessions from sign-in',
      { 'src/sign-in/a.ts': 'export const a = 1', 'src/sessions/a.ts': "import '#sign-in/a.ts'" },
      /sessions must not import upwards from sign-in/,
    ],
    ['an import sideways', { 'src/jobs/a.ts': "import '#outside/mail.ts'" }, /jobs must not import sideways from outside/],
    ['events importing jobs', { 'src/events/a.ts': "import '#jobs/queue.ts'" }, /events must not import sideways from jobs/],
    [
      'a path out of the folder',
      { 'src/db/a.ts': "import '../core/text.ts'" },
      /\.\.\/core\/text.ts leaves the folder; write #core\/text.ts/,
    ],
    ['a file that does not exist', { 'src/db/a.ts': "import './gone.ts'" }, /\.\/gone.ts does not exist/],
    [
      'the routes of another module',
      { 'src/modules/admins/a.ts': "import '#modules/roles/roles.routes.ts'" },
      /reaches into the inside of module roles/,
    ],
    [
      'the schema of another module',
      { 'src/modules/roles/schema.ts': 'export const S = 1', 'src/modules/admins/a.ts': "import '#modules/roles/schema.ts'" },
      /reaches into the inside of module roles/,
    ],
    [
      'a circle',
      { 'src/db/a.ts': "import './b.ts'", 'src/db/b.ts': "import './c.ts'", 'src/db/c.ts': "import './a.ts'" },
      /circle src\/db\/a.ts -> src\/db\/b.ts -> src\/db\/c.ts -> src\/db\/a.ts/,
    ],
    [
      'a circle of types',
      {
        'src/db/a.ts': "import type { B } from './b.ts'\nexport type A = B",
        'src/db/b.ts': "import { type A } from './a.ts'\nexport type B = A",
      },
      /circle src\/db\/a.ts -> src\/db\/b.ts -> src\/db\/a.ts/,
    ],
    ['a file that imports itself', { 'src/db/a.ts': "import './a.ts'" }, /circle src\/db\/a.ts -> src\/db\/a.ts/],
    [
      'a circle of modules',
      { 'src/modules/roles/a.ts': "import '#modules/admins/actions.ts'" },
      /circle of modules admins -> roles -> admins/,
    ],
    [
      'a barrel',
      { 'src/db/index.ts': "/** All. */\nexport * from './context.ts'\nexport { rows } from './owned.ts'" },
      /db\/index.ts: only re-exports/,
    ],
    [
      'the client importing the service',
      { 'client/src/a.ts': "import { text } from '#core/text.ts'\nexport const a = text" },
      /client\/src\/a.ts: #core\/text.ts is not of the client/,
    ],
    ['the client importing by a path', { 'client/src/a.ts': "import '../../src/core/text.ts'" }, /text.ts is not of the client/],
    ['the client importing a package', { 'client/src/a.ts': "import type { z } from 'zod'" }, /zod is not of the client/],
    ['the client importing Node', { 'client/src/a.ts': "import 'node:fs'" }, /node:fs is not of the client/],
    ['the client naming Node', { 'client/src/a.ts': 'export const a = process.version' }, /a.ts: names what a browser does not have/],
    ['the client importing a file that is gone', { 'client/src/a.ts': "import './gone.ts'" }, /\.\/gone.ts does not exist/],
    [
      'a circle in the client',
      { 'client/src/a.ts': "import './b.ts'", 'client/src/b.ts': "import './a.ts'" },
      /circle client\/src\/a.ts -> client\/src\/b.ts/,
    ],
    ['a long file of the client', { 'client/src/a.ts': 'export {}\n'.repeat(251) }, /client\/src\/a.ts: has 251 lines/],
    ['a barrel in two steps', { 'src/db/all.ts': "import { rows } from './owned.ts'\n\nexport { rows }" }, /db\/all.ts: only re-exports/],
    ['the environment', { 'src/db/a.ts': 'export const a = process.env.HOME' }, /db\/a.ts: reads process.env/],
    ['the environment, imported', { 'src/db/a.ts': "import { env } from 'node:process'\nenv.HOME" }, /db\/a.ts: reads process.env/],
    ['the environment, unpacked', { 'src/db/a.ts': 'const { env } = process\nenv.HOME' }, /db\/a.ts: reads process.env/],
    ['the time', { 'src/db/a.ts': 'export const a = Date.now()' }, /db\/a.ts: asks for the time/],
    ['the time as a date', { 'src/db/a.ts': 'export const a = new Date()' }, /db\/a.ts: asks for the time/],
    ['the time without brackets', { 'src/db/a.ts': 'export const a = +new Date' }, /db\/a.ts: asks for the time/],
    ['the time in a template', { 'src/db/a.ts': `export const a = \`\${Date.now()}\`` }, /db\/a.ts: asks for the time/],
    [
      'the time behind a regular expression',
      { 'src/db/a.ts': `const r = /[/'"]/\nexport const a = Date.now()` },
      /db\/a.ts: asks for the time/,
    ],
    ...['core', 'events', 'jobs', 'outside', 'rights', 'accounts', 'sessions', 'sign-in', 'http', 'modules/roles', 'demo'].map(
      (folder): [string, Record<string, string>, RegExp] => [
        `an owned table without a reason in ${folder}`,
        { [`src/${folder}/a.ts`]: "export const a = (ctx) => ctx.db\n  .selectFrom('accounts')" },
        /\/a.ts: a names the owned table accounts/,
      ],
    ),
    [
      'an owned table in the root',
      { 'src/a.ts': "export async function a(db) {\n  db.updateTable('roles as r')\n}" },
      /src\/a.ts: a names/,
    ],
    [
      'a table that hangs on an account',
      { 'src/jobs/a.ts': "export const a = (db) => db.deleteFrom('sessions')" },
      /a names the owned table sessions/,
    ],
    ['a table of a tenant', { 'src/jobs/a.ts': "export const a = (db) => db.deleteFrom('events')" }, /a names the owned table events/],
    [
      'an owned table behind with',
      { 'src/jobs/a.ts': "export const a = ctx.db.with('x', y).updateTable('roles as r')" },
      /names the owned table roles/,
    ],
    [
      'an owned table that is joined',
      { 'src/jobs/a.ts': "export const a = ctx.db.selectFrom('jobs').innerJoin('roles as r', 'r.id', 'jobs.id')" },
      /names the owned table roles/,
    ],
    ['an owned table in SQL', { 'src/jobs/a.ts': 'const a = sql<Row>`select 1 from user_groups`' }, /names the owned table userGroups/],
    [
      'an owned table in SQL within SQL',
      { 'src/jobs/a.ts': `const a = sql\`select \${b ? sql\`(select 1 from accounts)\` : sql\`\`}\`` },
      /names the owned table accounts/,
    ],
    ['an owned table in a string', { 'src/jobs/a.ts': "const a = 'delete from sessions'" }, /names the owned table sessions/],
    [
      'rows put into an owned table',
      { 'src/jobs/a.ts': "const a = rowInsert('accounts', { id: 'uuid' })" },
      /names the owned table accounts/,
    ],
    ['a table behind a variable', { 'src/jobs/a.ts': 'const a = (table) => ctx.db.selectFrom(table)' }, /names the owned table behind a/],
    ['a table behind a variable in SQL', { 'src/jobs/a.ts': `const a = (t) => sql\`delete from \${sql.table(t)}\`` }, /behind a variable/],
    [
      'an empty reason',
      { 'src/jobs/a.ts': "// unscoped:\nexport const a = (db) => db.selectFrom('roles')" },
      /a gives no reason behind "unscoped:"/,
    ],
    [
      'an empty reason in a docstring',
      { 'src/jobs/a.ts': "/** unscoped: */\nconst a = (db) => db.selectFrom('roles')" },
      /a gives no reason/,
    ],
    ['one word for a reason', { 'src/jobs/a.ts': "// unscoped: ok\nexport const a = (db) => db.selectFrom('roles')" }, /a gives no reason/],
    [
      'a reason that is another declaration’s',
      {
        'src/jobs/a.ts':
          "// unscoped: a job over all tenants\nconst a = (db) => db.selectFrom('roles')\n\nconst b = (db) => db.selectFrom('roles')",
      },
      /: b names the owned table roles/,
    ],
    [
      'a reason in a string',
      { 'src/jobs/a.ts': "const a = (db) => [db.selectFrom('roles'), 'unscoped: a job over all tenants']" },
      /a names the owned table roles/,
    ],
    [
      'a reason that nothing needs',
      { 'src/jobs/a.ts': '// unscoped: a job over all tenants\nconst a = 1' },
      /a says why it is unscoped, and/,
    ],
    ['a file too long', { 'src/db/a.ts': 'export const a = 1\n'.repeat(251) }, /db\/a.ts: has 251 lines/],
    [
      'a crowded folder',
      Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`src/demo/a${n}.ts`, 'export const a = 1'])),
      /src\/demo: holds 33 files/,
    ],
    ['a vague name', { 'src/db/query-helpers.ts': 'export const a = 1' }, /"helpers" says nothing/],
    ['a vague head', { 'src/db/common.ts': 'export const a = 1' }, /"common" says nothing/],
    ['a vague folder', { 'src/db/utils/text.ts': 'export const a = 1' }, /"utils" says nothing/],
  ]
  for (const [rule, files, fault] of cases) {
    it(`finds ${rule}`, () => {
      const faults = faultsWith(files)
      match(faults.join('\n'), fault)
      equal(faults.length, 1, faults.join('\n'))
    })
  }

  it('finds doors that tell of no table', () => {
    const faults = faultsWith({ 'src/db/rows/owned.ts': 'export const a = 1', 'src/db/tables.ts': 'export const b = 1' })
    equal(faults[0], 'src/db/rows/owned.ts: tells of no owned table')
  })

  it('allows what only looks like a fault', () => {
    const files = {
      'src/core/common-passwords.ts': 'export const a = 1',
      'src/core/base64.ts': 'export const a = 1\n'.repeat(250),
      'src/core/a.ts': 'export const at = (ms: number) => new Date(ms)\nexport type D = Date',
      'src/modules/roles/routes.ts': "import './schema.ts'",
      'src/modules/roles/schema.ts': 'export const a = 1',
      'src/events/a.test.ts': "import '#http/route.ts'",
      'src/jobs/a.ts':
        "export const a = (ctx) => [ctx.db.selectFrom('jobs'), 'Take rights from roles', select(ctx, 'roles').innerJoin('roles')]",
      'src/jobs/b.ts': "export const b = (ctx, kept) => {\n  // unscoped: a job over all tenants\n  return ctx.db.selectFrom('roles')\n}",
      'src/jobs/c.ts': "// b from accounts\nimport type { A } from './a.ts'\nexport const c = (eb) => eb.selectFrom('roles')",
    }
    deepEqual(faultsWith(files), [])
  })

  it('ends with 1 and names the fault, or with 0 and one line', () => {
    const script = join(import.meta.dirname, '../../scripts/check-imports.ts')
    const run = (root: string) => spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
    const good = run(tree(sound))
    equal(good.stdout, 'imports: 22 files, 19 imports, no fault\n')
    equal(good.status, 0)
    const bad = run(tree({ ...sound, 'src/db/a.ts': 'export const a = Date.now()' }))
    match(bad.stderr, /^src\/db\/a.ts: asks for the time/)
    equal(bad.status, 1)
    equal(run(tree({})).status, 1)
  })
})

function faultsWith(files: Record<string, string>): string[] {
  return checkImports(tree({ ...sound, ...files })).faults
}

function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'tenantry-imports-'))
  atEnd(async () => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}
