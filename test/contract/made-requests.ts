/** Requests made from the OpenAPI document alone, for one operation after the other. */
import { randomUUID } from 'node:crypto'
import type { RequestOptions } from '../harness.ts'
import { leastUpload, linesOf as ndjson } from '../least-body.ts'
import { behind, examplesOf, jsonOf, linesOf, type Parameter, type Place } from '../openapi/schemas.ts'
import { fitting, nearly, type Source } from './made-values.ts'

export interface MadeRequest extends RequestOptions {
  readonly method: string
  readonly path: string
}

/** Ids by the kind of record that they name. */
export type KnownIds = Readonly<Record<string, readonly string[]>>

/** Which kind a place or a property names, by its name and the path that it stands in. */
function kindOf(name: string, path: string): string {
  if (name !== 'id') {
    if (/admin/i.test(name)) return 'admin'
    if (/user|recipient/i.test(name)) return 'user'
    if (/permission|key/i.test(name)) return 'permission'
    const named = ['tenant', 'role', 'group', 'template', 'domain', 'provider', 'batch', 'event', 'menu'].find((kind) =>
      new RegExp(kind, 'i').test(name),
    )
    if (named) return named
  }
  const areas: readonly [RegExp, string][] = [
    [/UserGroups/i, 'group'],
    [/admins?\b/i, 'admin'],
    [/\/users/i, 'user'],
    [/tenants/i, 'tenant'],
    [/permissions/i, 'permission'],
    [/roles/i, 'role'],
    [/webhooks/i, 'webhook'],
    [/templates/i, 'template'],
    [/menus/i, 'menu'],
    [/files/i, 'file'],
    [/emails/i, 'email'],
    [/notifications/i, 'notification'],
  ]
  return areas.find(([pattern]) => pattern.test(path))?.[1] ?? 'any'
}

/** @param random from 0 to 1; two requests from the same numbers are the same */
export function madeRequest({ method, path, operation }: Place, random: () => number, ids: KnownIds): MadeRequest {
  const all = Object.values(ids).flat()
  const idFor = (name: string): string => {
    const known = random() < 0.75 ? (ids[kindOf(name, path)] ?? all) : all
    return random() < 0.1 ? randomUUID() : (known[Math.floor(random() * known.length)] as string)
  }
  const source: Source = { random, idFor }
  const isWrong = random() < 0.3
  const parameters = operation.parameters.map(behind)
  const inPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idFor(name)))
  const query = queryOf(
    source,
    parameters.filter((one) => one.in === 'query'),
  )
  if (isWrong && random() < 0.3) query.set('noSuchName', '1')
  const text = query.toString()
  return { method, path: text === '' ? inPath : `${inPath}?${text}`, ...bodyOf(source, operation.requestBody, isWrong) }
}

function queryOf(source: Source, parameters: readonly (Parameter & { readonly required?: boolean })[]): URLSearchParams {
  const query = new URLSearchParams()
  for (const { name, schema, required } of parameters)
    if (required || source.random() < 0.2)
      query.set(name, String(source.random() < 0.85 ? fitting(source, schema, name) : nearly(source, 'x')))
  return query
}

function bodyOf(source: Source, body: Place['operation']['requestBody'], isWrong: boolean): RequestOptions {
  if (!body) return {}
  const lines = linesOf(body)
  const media = jsonOf(body) ?? lines
  if (!media) return isWrong ? { raw: '--b--\r\n', headers: { 'content-type': 'multipart/form-data; boundary=b' } } : leastUpload()
  const shown = examplesOf(media)
  const whole = source.random() < 0.3 && shown.length > 0 ? shown[0]![1] : fitting(source, media.schema)
  const value = isWrong ? nearly(source, whole) : whole
  return lines ? ndjson([value, value]) : { body: value }
}
