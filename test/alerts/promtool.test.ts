/** Prometheus itself reads our metrics and rules: `promtool`, of the Debian package `prometheus`. Where PostgreSQL is tested, it must be there. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startApp } from '../harness.ts'

const root = join(import.meta.dirname, '../..')
const promtool = (args: readonly string[], input = '') => {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { cwd: root, input, encoding: 'utf8' })
  assert.ifError(error)
  assert.equal(status, 0, stdout + stderr)
  return stdout + stderr
}

describe('promtool', { skip: process.env.TEST_DATABASE !== 'postgres' }, () => {
  it('finds nothing to say of the metrics', async () => {
    const token = 'metrics-4u7Jm2qXv0sKeYb5'
    const app = await startApp({ env: { METRICS_TOKEN: token }, background: true })
    const { text } = await app.get('/metrics', { token })
    assert.match(text, /^tenantry_jobs\{/m)
    assert.equal(promtool(['check', 'metrics'], text), '')
  })

  it('takes the rules, each of which fires when it should and not else', () => {
    const count = readFileSync(join(root, 'docs/alerts.yaml'), 'utf8').split('- alert: ').length - 1
    assert.match(promtool(['check', 'rules', 'docs/alerts.yaml']), new RegExp(`SUCCESS: ${count} rules`))
    assert.match(promtool(['test', 'rules', 'test/alerts/alerts.yaml']), /SUCCESS/)
  })
})
