/** The unit is taken by systemd, and shuts the service in. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { atEnd } from '../rig/cleanup.ts'

const unit = readFileSync(join(import.meta.dirname, '../../deploy/systemd/tenantry@.service'), 'utf8')

it('the systemd unit is without faults and leaves the service little to do harm with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-systemd-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const start = 'ExecStart=/opt/tenantry/node_modules/node/bin/node /opt/tenantry/dist/bin.js\n'
  assert.ok(unit.includes(start))
  // what is started must be there for systemd to be content
  writeFileSync(join(folder, 'tenantry@.service'), unit.replace(start, `ExecStart=${process.execPath} /opt/tenantry/dist/bin.js\n`))
  const analyze = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...words, join(folder, 'tenantry@8081.service')], { encoding: 'utf8' })
    return { status, text: `${stdout}${stderr}` }
  }
  writeFileSync(join(folder, 'tenantry@8081.service'), readFileSync(join(folder, 'tenantry@.service')))
  assert.deepEqual(analyze('verify'), { status: 0, text: '' })
  const { status, text } = analyze('security', '--offline=true', '--threshold=20', '--no-pager')
  assert.equal(status, 0, text)
})
