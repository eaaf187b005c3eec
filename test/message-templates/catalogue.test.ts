/** The table of variables in docs/templates.md is that of the code. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mailTemplateFacts, ownVariables } from '#core/mail-template-facts.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/templates.md'), 'utf8')

test('docs/templates.md names every mail with its variables and what must stand in it', () => {
  const cells = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
  const rows = Object.entries(mailTemplateFacts).map(([code, { variables, secrets }]) =>
    `| \`${code}\` | ${cells(variables)} | ${cells(secrets)} |`.replace('|  |', '| |'),
  )
  assert.deepEqual(page.match(/^\| `\w+_\w+` .*$/gm)?.sort(), rows.sort())
  for (const name of ownVariables) assert.ok(page.includes(`\`${name}\``), name)
})
