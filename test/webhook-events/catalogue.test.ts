import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { webhookEventNamed, webhookEvents } from '#modules/webhook-events/catalogue.ts'
import { behind, document } from '../openapi/schemas.ts'

const judge = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(judge)

/** The data that each name promises, as it was specified. */
const promised: Record<string, string> = {
  'admin.created': 'adminId email role tenantId',
  'admin.updated': 'adminId changedFields',
  'admin.deleted': 'adminId deletedBy',
  'admin.blocked': 'adminId blockedBy reason',
  'user.registered': 'userId email tenantId',
  'user.created': 'userId email tenantId username firstName lastName role source tenant',
  'user.verified': 'userId verificationType',
  'user.updated': 'userId tenantId changedFields before after',
  'user.deleted': 'userId tenantId deletedAt deletedBy',
  'tenant.created': 'tenantId name parentId code settings parent',
  'tenant.settings_changed': 'tenantId changedSettings changes',
  'tenant.deactivated': 'tenantId reason deactivatedAt status',
  'role.permissions_changed': 'roleId addedPerms removedPerms',
  'role.permissions.changed': 'roleId addedPerms removedPerms role addedPermissions removedPermissions tenantId',
  'Failed Login Attempt': 'email ip attempts',
  'auth.login.failed': 'email ip attempts attemptCount tenantId accountType',
  'Account Security Lockout': 'userId lockoutEnd accountType',
  'auth.account.locked': 'userId lockoutEnd accountType email attemptCount',
  'entity.created': 'entityType entityId changes actorId tenantId',
  'entity.updated': 'entityType entityId changes actorId tenantId',
  'entity.deleted': 'entityType entityId changes actorId tenantId',
  'webhook.test': 'message test',
}

describe('the catalogue of webhook events', () => {
  it('has every name once, each promising its data and nothing but what a cut adds', () => {
    assert.equal(webhookEvents.length, Object.keys(promised).length)
    assert.deepEqual(new Set(webhookEvents.map(({ name }) => name)), new Set(Object.keys(promised)))
    for (const { name, schema } of webhookEvents) {
      const { data } = schema.properties as { data: { properties: Record<string, unknown>; additionalProperties: unknown } }
      const fields = Object.keys(data.properties).filter((field) => field !== 'truncated')
      assert.deepEqual(new Set(fields), new Set(promised[name]!.split(' ')), name)
      assert.equal(data.additionalProperties, true)
      assert.equal(schema.additionalProperties, true)
      assert.deepEqual(schema.required, ['event', 'timestamp', 'tenantId', 'data'])
    }
  })

  it('has an example of each that fits its schema, and a schema that refuses another name', () => {
    for (const { name, schema, example, body } of webhookEvents) {
      const validate = judge.compile(schema)
      assert.ok(validate(example), `${name}: ${judge.errorsText(validate.errors)}`)
      assert.ok(validate({ ...example, more: 1, data: { ...example.data, more: 1 } }), 'readers must bear more')
      assert.ok(!validate({ ...example, event: 'another' }))
      assert.ok(!validate({ ...example, data: {} }), name)
      assert.deepEqual(body.parse(example), example)
    }
  })

  it('is what the OpenAPI document says is sent, by the name of each', () => {
    assert.deepEqual(
      Object.keys(document.webhooks),
      webhookEvents.map(({ name }) => name),
    )
    for (const { name, schema, example } of webhookEvents) {
      const { requestBody, parameters } = document.webhooks[name]!.post
      const { $schema, ...body } = schema
      assert.equal($schema, 'https://json-schema.org/draft/2020-12/schema')
      assert.deepEqual(requestBody?.content['application/json'], JSON.parse(JSON.stringify({ schema: body, example })))
      assert.deepEqual(
        parameters.map((parameter) => behind(parameter).name),
        ['X-Webhook-Signature', 'X-Webhook-Id', 'X-Webhook-Timestamp'],
      )
    }
  })

  it('marks pairs on both sides, of which wildcards stand for one', () => {
    const pairs = webhookEvents.filter(({ pairOf }) => pairOf !== null)
    assert.equal(pairs.length, 8)
    for (const { name, pairOf, inWildcard, schema } of pairs) {
      const other = webhookEventNamed(pairOf!)!
      assert.equal(other.pairOf, name)
      assert.equal(other.inWildcard, !inWildcard)
      if (inWildcard) {
        const fieldsOf = (of: typeof schema) => Object.keys((of.properties as { data: { properties: object } }).data.properties)
        const more = fieldsOf(other.schema)
        assert.ok(
          fieldsOf(schema).every((field) => more.includes(field)),
          'the alternate holds all of the canonical',
        )
      }
    }
  })
})
