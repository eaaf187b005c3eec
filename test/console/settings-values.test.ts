/** Settings as they stand in inputs, and what of them is sent. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Part, parts } from '../../console/src/screens/settings/fields.ts'
import { bodyOf, changesOf, isDefaultAgain, valuesOf } from '../../console/src/screens/settings/values.ts'
import { startApp } from '../harness.ts'

describe('settings in inputs', () => {
  it('hold every setting of the service, and none of them is a change', async () => {
    const app = await startApp()
    const settings = (await app.get('/api/v1/settings', { token: await app.superToken() })).json as unknown as Record<
      Part,
      Record<string, unknown>
    >
    for (const part of parts) {
      const values = valuesOf(settings[part], part)
      assert.deepEqual(new Set(Object.keys(values)), new Set(Object.keys(settings[part])), part)
      assert.deepEqual(changesOf(part, values, values), [])
    }
  })

  const sent = (part: Part, name: string, before: string | boolean, after: string | boolean | undefined) =>
    bodyOf(part, changesOf(part, { [name]: before }, { [name]: after }))[part]

  it('are sent as what they are', () => {
    assert.deepEqual(sent('security', 'lockoutMinutes', '5', ' 10 '), { lockoutMinutes: 10 })
    assert.deepEqual(sent('security', 'require2FA', false, true), { require2FA: true })
    assert.deepEqual(sent('rateLimits', 'auth', '10/300', '20/60'), { auth: { limit: 20, windowSeconds: 60 } })
    assert.deepEqual(sent('webhooks', 'retrySchedule', '0\n60', '0, 30 90'), { retrySchedule: [0, 30, 90] })
    assert.deepEqual(sent('general', 'corsOrigins', '', 'https://a.example\nhttps://b.example'), {
      corsOrigins: ['https://a.example', 'https://b.example'],
    })
    assert.deepEqual(sent('general', 'publicUrl', 'https://a.example', ''), { publicUrl: null })
  })

  it('go back to the default as null, and what is no number goes as it was typed', () => {
    assert.deepEqual(sent('security', 'bcryptCost', '12', undefined), { bcryptCost: null })
    assert.deepEqual(sent('security', 'bcryptCost', '12', 'twelve'), { bcryptCost: 'twelve' })
  })

  it('say that they go back to it wherever they do: where somebody emptied one that is no list, too', () => {
    const isDefault = (kind: 'text' | 'number' | 'lines' | 'switch' | 'secret', after: string | boolean | undefined) =>
      isDefaultAgain({ kind, after })
    assert.deepEqual(
      [isDefault('text', ' '), isDefault('number', ''), isDefault('secret', ' '), isDefault('switch', undefined)],
      [true, true, true, true],
    )
    assert.deepEqual([isDefault('text', 'a'), isDefault('lines', ''), isDefault('switch', false)], [false, false, false])
  })

  it('leave a secret that nobody typed out', () => {
    const { password } = valuesOf({ password: '********' }, 'email')
    assert.equal(password, '')
    assert.deepEqual(changesOf('email', { password: '' }, { password: '' }), [])
  })
})
