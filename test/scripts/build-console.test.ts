/** Whether the console is built again is told by what it is built of. */
import { equal, notEqual } from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, it } from 'node:test'
import { digestOfSources } from '../../scripts/build-console.ts'

const root = mkdtempSync(join(tmpdir(), 'tenantry-built-'))
after(() => rmSync(root, { recursive: true, force: true }))
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}
const digest = () => digestOfSources(join(root, 'console'))

it('a source, a setting of the bundler or a dependency that is another makes another digest; what is built does not', () => {
  const sources = [
    'console/src/screens/Me.tsx',
    'console/src/theme/kit.css',
    'console/vite.config.ts',
    'console/index.html',
    'client/src/client.ts',
    'scripts/console-fonts.ts',
    'package-lock.json',
  ]
  for (const name of sources) write(name, 'one')
  for (const name of sources) {
    const before = digest()
    write(name, 'two')
    notEqual(digest(), before, name)
  }
  const before = digest()
  for (const name of ['console/dist/index.html', 'console/fonts/a.css', 'console/node_modules/a/a.ts', 'console/.built-of', 'src/app.ts'])
    write(name, 'made')
  equal(digest(), before)
  write('console/src/New.tsx', 'one')
  notEqual(digest(), before)
})
