/** What is loaded first says everything that is shown first: the rest of the texts comes with the first screen of another area. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { enAccount } from '../../console/src/i18n/en-account.ts'
import { enAccountOwn } from '../../console/src/i18n/en-account-own.ts'
import { enFirst } from '../../console/src/i18n/en-first.ts'
import { enRest } from '../../console/src/i18n/en-rest.ts'
import { root } from '../../scripts/tests/files.ts'

/**
 * Loaded with the rest of the texts are the parts of the own account, the menu of views and long lists, previews, lines of a conflict, the
 * matrix of permissions, charts and pages of one record, what bulk work left out and what nobody brings back, the question before a
 * deletion, people to be written to, whose it is what is made, the SuperAdmin handed on, what is owed, the first steps, the keys and the end of acting.
 */
const comeLater = [
  'console/src/ui/own/*',
  'console/src/ui/{asking/DeleteDialog,form/PeopleField,shown/ConflictLines,shown/PreviewPane,shown/StepBars,list/{GoneNote,SkippedDialog},charts/*,RecordPage,bytes}.{ts,tsx}',
  'console/src/ui/list/{views,further}/*',
  'console/src/ui/matrix/!(field-title|why).{ts,tsx}',
  'console/src/ui/form/{CurrentPasswordField,PasswordChange}.tsx',
  'console/src/screens/{sign-in/{Duty,Setup,FirstTenant},admins/TransferDialog}.tsx',
  'console/src/shell/{KeysDialog,Whose,acting/ActingEnded}.tsx',
]

/** What files say that comes later. */
const saidTooEarly = (pattern: string, rest: ReadonlySet<string>) =>
  globSync(pattern, { cwd: root, exclude: comeLater }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const named = [...text.matchAll(/['"`](\w+(?:\.[\w-]+)+)['"`]/g)].map(([, key = '']) => key)
    // permissions look like texts: `tenants.view`
    return named.filter((key) => rest.has(key) && !/\.(?:view|create|update|delete|send|export)$/.test(key)).map((key) => `${file}: ${key}`)
  })

for (const [whose, first, rest, pattern] of [
  // the areas whose screens come with nothing more, and all that is around screens
  ['the console', enFirst, enRest, 'console/src/{api,shell,sitemap,ui,screens/sign-in,screens/admins}/**/*.{ts,tsx}'],
  ['the pages of end users', enAccount, enAccountOwn, 'console/src/account/{*,open/*}.{ts,tsx}'],
] as const)
  it(`nothing that is shown first says what comes later, in ${whose}`, () => {
    const later = new Set<string>(Object.keys(rest))
    // titles of the table are said by what is around the pages, which comes later
    const early = saidTooEarly(pattern, later).filter((line) => !line.startsWith('console/src/account/pages.ts'))
    assert.deepEqual(early, [])
    assert.deepEqual(
      Object.keys(first).filter((key) => later.has(key)),
      [],
    )
  })
