import { z } from 'zod'
import { maskableFields, type RecordArea } from '#core/permission-areas.ts'
import type { PermissionName } from '#core/permissions.ts'
import type { Actor } from '#db/rows/context.ts'
import { readingMask, viewOf } from '#db/rows/reading-mask.ts'

/** The fields of a record that this caller may not see. */
type HiddenFields = (record: Record<string, unknown>, actor: Actor) => readonly string[]
const facts = new WeakMap<z.ZodType, HiddenFields>()

/**
 * The wire shape of a kind of record. Its maskable fields (core/permission-areas.ts) are optional in answers: a caller whose `<area>.view` restricts one
 * gets records without it wherever they stand (list, detail, nested member), because the mask follows the shape, not the route.
 */
export function recordShape<S extends z.ZodRawShape>(area: RecordArea, shape: S): z.ZodObject<S> {
  const maskable = maskableFields(area).filter((name) => name in shape)
  const optional = Object.fromEntries(
    Object.entries(shape).map(([name, type]) => [name, maskable.includes(name) ? (type as z.ZodType).optional() : type]),
  )
  const object = z.object(optional)
  facts.set(object, (_record, actor) => readingMask(actor, viewOf(area)).filter((field) => maskable.includes(field)))
  return object as unknown as z.ZodObject<S>
}

/** The wire shape of a record that is about another one, whose mask decides which of its fields (declared optional) are hidden. */
export function shapeAbout<S extends z.ZodRawShape>(shape: S, hidden: HiddenFields): z.ZodObject<S> {
  const object = z.object(shape)
  facts.set(object, hidden)
  return object
}

/**
 * Gives a schema the name under which the OpenAPI document keeps it, and an example of what it holds. In place: a copy would be no record
 * shape any more. Names are unique over the service, in the words of the field, in upper camel case.
 */
export function named<S extends z.ZodType>(id: string, schema: S, example?: z.input<S>): S {
  const known = z.globalRegistry.get(schema)
  z.globalRegistry.add(schema, { ...known, id, ...(example !== undefined && { [exampleKey]: example }) })
  return schema
}

/** Where `named` keeps the example beside the other metadata; the document takes it out of the schema. */
export const exampleKey = 'x-whole-example'

type Masker = (value: unknown, actor: Actor) => unknown

/** Compiled once per route: takes masked fields out of an answer; null where the answer holds no maskable shape at all. */
export function maskerOf(schema: z.ZodType): Masker | null {
  const def = schema.def as {
    type: string
    shape?: Record<string, z.ZodType>
    element?: z.ZodType
    innerType?: z.ZodType
    getter?: () => z.ZodType
  }
  if (def.innerType) return nullable(maskerOf(def.innerType))
  if (def.type === 'array' && def.element) {
    const inner = maskerOf(def.element)
    return inner && ((value, actor) => (value as unknown[]).map((item) => inner(item, actor)))
  }
  if (def.type === 'lazy') {
    let made: Masker | undefined
    return nullable((value, actor) => {
      made ??= maskerOf((def.getter as () => z.ZodType)()) ?? ((same) => same)
      return made(value, actor)
    })
  }
  if (def.type !== 'object' || !def.shape) return null
  return objectMasker(schema, def.shape)
}

const nullable = (inner: Masker | null): Masker | null => inner && ((value, actor) => (value == null ? value : inner(value, actor)))

function objectMasker(schema: z.ZodType, shape: Record<string, z.ZodType>): Masker | null {
  const inner = Object.entries(shape).flatMap(([name, type]) => {
    const masker = maskerOf(type)
    return masker ? [[name, masker] as const] : []
  })
  const own = facts.get(schema)
  if (!own && inner.length === 0) return null
  return (value, actor) => {
    const copy = { ...(value as Record<string, unknown>) }
    for (const field of own?.(copy, actor) ?? []) delete copy[field]
    for (const [name, masker] of inner) if (copy[name] !== undefined) copy[name] = masker(copy[name], actor)
    return copy
  }
}

/** The fields of a body that this caller may not write under `permission`: its own restriction and the area's reading mask. */
export function restrictedIn(body: Record<string, unknown>, actor: Actor, permission: PermissionName): string[] {
  const view = `${permission.split('.')[0]}.view` as PermissionName
  const restricted = [...(actor.masks.get(permission) ?? []), ...(actor.masks.get(view) ?? [])]
  return Object.keys(body).filter((field) => restricted.includes(field))
}

/** A moment, sent as ISO 8601 in UTC; rows carry it as a Date. */
export const Timestamp = z.string().meta({ format: 'date-time' }) as unknown as z.ZodType<Date | string, Date | string>
/** In whatever case it was sent, our own spelling comes out: ids are compared as texts, too. */
export const Id = z.uuid().toLowerCase().meta({ description: 'UUID' })
/** A short name that people choose and machines compare: unique where it stands, kept in lower case. */
export const Code = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9_.-]{0,48}[a-z0-9])?$/)
/** Beside every `tenantId`. */
export const TenantName = z.string().nullable().meta({ description: 'Of the tenant of `tenantId`; null for the platform' })
/** Beside the id of a person. */
export const PersonNameShown = z.string().nullable().meta({ description: 'Full name; null for who has none, and where the id is null' })
export const ById = z.object({ id: Id.meta({ description: 'Id of the record: a UUID' }) })
/** Of a tenant, by whoever may know it from a record that shows its id opaquely. */
export const ByTenant = z.object({ id: z.string().meta({ description: 'Tenant id, plain or opaque' }) })
export const Message = named('Message', z.object({ message: z.string().meta({ description: 'In the language of Accept-Language' }) }))
