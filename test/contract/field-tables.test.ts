/** The schemas of the OpenAPI document against the field tables of the contract: every field is there, and of its type. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { behind, jsonOf, type Operation, type Schema } from '../openapi/schemas.ts'
import { type FieldTable, type FieldType, fieldTables, type Table } from './field-tables.ts'
import { operationAt } from './operation-at.ts'

const types: Readonly<Record<string, string>> = { string: 'string', boolean: 'boolean', integer: 'integer', object: 'object' }

/** What a schema may be: behind its reference, and each option of a choice. */
function optionsOf(schema: Schema): Schema[] {
  const found = behind(schema)
  const parts = (found.oneOf ?? found.anyOf) as Schema[] | undefined
  return parts ? parts.flatMap(optionsOf) : [found]
}
const typesOf = (schema: Schema): string[] => optionsOf(schema).flatMap(({ type }) => type as string | string[])
const propertiesOf = (schema: Schema) => schema.properties as Readonly<Record<string, Schema>> | undefined

/** What of the fields is missing or of another type, each by its path. */
function problemsOf(schema: Schema, fields: FieldTable, path: string): string[] {
  const list = fields['[]']
  if (list) {
    const items = optionsOf(schema).find(({ items }) => items)?.items as Schema | undefined
    return items ? problemsOf(items, list as FieldTable, `${path}[]`) : [`${path} is no list`]
  }
  return Object.entries(fields).flatMap(([named, type]) => {
    const name = named.replace('?', '')
    const at = `${path}.${name}`
    // of a choice of answers, the one that is meant has it
    const holder = optionsOf(schema).find((option) => propertiesOf(option)?.[name])
    if (!holder) return [`${at} is missing`]
    const isRequired = ((holder.required ?? []) as string[]).includes(name)
    const wrong = isRequired && named.endsWith('?') ? [`${at} must be sent`] : []
    return [...wrong, ...wrongType(propertiesOf(holder)?.[name] as Schema, type, at)]
  })
}

function wrongType(schema: Schema, type: FieldType, at: string): string[] {
  if (type === 'timestamp') {
    const isTime = optionsOf(schema).some(({ type, format }) => [type].flat().includes('string') && format === 'date-time')
    return isTime ? [] : [`${at} is no timestamp`]
  }
  if (type === 'strings') {
    const items = optionsOf(schema).find(({ items }) => items)?.items as Schema | undefined
    return items && typesOf(items).includes('string') ? [] : [`${at} is no list of texts`]
  }
  if (Array.isArray(type)) {
    const values = optionsOf(schema).flatMap(({ enum: values }) => (values as unknown[] | undefined) ?? [])
    return type.filter((value) => !values.includes(value)).map((value) => `${at} is never ${value}`)
  }
  if (typeof type === 'object') return problemsOf(schema, type as FieldTable, at)
  return typesOf(schema).includes(types[type as string] as string) ? [] : [`${at} is ${typesOf(schema).join(' or ')}, not ${type}`]
}

function schemaOf(operation: Operation, place: Table['in']): Schema | undefined {
  if (place === 'body') return jsonOf(operation.requestBody)?.schema
  if (place === 'query') {
    const parameters = operation.parameters.map(behind).filter((parameter) => parameter.in === 'query')
    return { type: 'object', properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])) }
  }
  const success = Object.entries(operation.responses).find(([status]) => Number(status) < 300)
  return success && jsonOf(behind(success[1]))?.schema
}

describe('the field tables of the contract', () => {
  for (const table of fieldTables) {
    for (const address of table.at) {
      it(`${table.name}, ${table.in} of ${address}`, () => {
        const [method, path] = address.split(' ') as [string, string]
        const place = operationAt(method, path)
        assert.ok(place, 'no such operation')
        const schema = schemaOf(place.operation, table.in)
        assert.ok(schema, `no ${table.in}`)
        assert.deepEqual(problemsOf(schema, table.fields, table.in), [])
      })
    }
  }

  // a comparison that finds nothing wrong with anything proves nothing
  it('would tell a field that is missing, of another type, or must be sent', () => {
    const schema: Schema = { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'array', items: {} } } }
    const wanted: FieldTable = { 'a?': 'integer', b: { '[]': { c: 'string' } }, d: 'timestamp', a: ['x'] }
    assert.deepEqual(problemsOf(schema, wanted, 'answer'), [
      'answer.a must be sent',
      'answer.a is string, not integer',
      'answer.b[].c is missing',
      'answer.d is missing',
      'answer.a is never x',
    ])
  })
})
