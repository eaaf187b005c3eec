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

/** The parts of the own account, those of the menu of views and of long lists, of the matrix of rights, the field for many people, previews, lines of a conflict, charts and pages of one record, whose it is what is made, and the first steps are loaded with the rest of the texts. */
const comeLater = [
  'console/src/ui/own/*',
  'console/src/ui/{shown/ConflictLines,shown/PreviewPane,shown/StepBars,charts/*,RecordPage,bytes}.{ts,tsx}',
  'console/src/ui/list/{views,further}/*',
  'console/src/ui/matrix/{Difference,RightRow,RightsMatrix}.tsx',
  'console/src/ui/form/PeopleField.tsx',
  'console/src/shell/Whose.tsx',
  'console/src/screens/sign-in/{Setup,FirstTenant}.tsx',
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
