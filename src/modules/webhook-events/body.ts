import { areaOfRecord, maskableFields, maskedAreas } from '#core/permission-areas.ts'
import type { FannedEvent } from '#events/fan-out-target.ts'
import type { AreaMasks } from '#modules/webhook-deliveries/area-masks.ts'
import { factsOf, textIn } from './event-facts.ts'
import type { BodyData } from './telling.ts'

/** Of a body as it is sent, in bytes. */
export const mostBodyBytes = 64 * 1024

/** What of a body may be left out for its size: values of fields, never that something happened and to what. */
const cutParts = ['changes', 'before', 'after', 'settings']
const maskedParts = ['changes', 'before', 'after']

type Values = Readonly<Record<string, unknown>>

/** The body as it is signed and sent, under one mask. Made once for everybody who is told the same. */
export function bodyText({ type, createdAt, tenantId }: FannedEvent, name: string, data: BodyData, masked: readonly string[]): string {
  const write = (data: BodyData) => JSON.stringify({ event: name, timestamp: createdAt.toISOString(), tenantId, data })
  const shown = masked.length > 0 ? withoutMasked(data, masked) : data
  const text = write(shown)
  if (Buffer.byteLength(text) <= mostBodyBytes) return text
  const short = write({ ...cut(shown, Buffer.byteLength(text) - mostBodyBytes + truncatedBytes), truncated: true })
  if (Buffer.byteLength(short) > mostBodyBytes) throw new Error(`the body of ${name} from ${type} is too large without its values`)
  return short
}

const truncatedBytes = Buffer.byteLength(',"truncated":true')

const areaOf = ({ entityType }: FannedEvent) => (entityType === null ? undefined : areaOfRecord(entityType))

/** Whether an event holds an address that somebody typed where nobody is known by it: it may be that of a record of any area. */
const tellsTypedAddress = (event: FannedEvent) => event.entityId === null && textIn(factsOf(event).data, 'email') !== undefined

/**
 * The fields that a subscription with these masks is not told of an event: those of the kind of record that it is about. A typed address is
 * told only where the address is hidden in no area.
 */
export function maskedFields(event: FannedEvent, masks: AreaMasks): readonly string[] {
  const area = areaOf(event)
  const masked = area === undefined ? [] : (masks[area] ?? [])
  const hidesAddress = tellsTypedAddress(event) && Object.values(masks).some((fields) => fields.includes('email'))
  return hidesAddress ? [...new Set([...masked, 'email'])] : masked
}

/** By area, all that is not in the body of an event: of other areas than its own nothing is, but for a typed address that is told. */
export function leftOut(event: FannedEvent, masked: readonly string[]): AreaMasks {
  const own = areaOf(event)
  const isTold = (field: string) => field === 'email' && tellsTypedAddress(event) && !masked.includes(field)
  const all = maskedAreas.map((area) => [area, area === own ? masked : maskableFields(area).filter((field) => !isTold(field))] as const)
  return Object.fromEntries(all.filter(([, fields]) => fields.length > 0))
}

function withoutMasked(data: BodyData, masked: readonly string[]): BodyData {
  const open = (values: Values) => Object.fromEntries(Object.entries(values).filter(([field]) => !masked.includes(field)))
  return Object.fromEntries(
    Object.entries(open(data)).map(([name, value]) => {
      if (maskedParts.includes(name)) return [name, open(value as Values)]
      // that a field changed is not told either: the audit log does not
      if (name === 'changedFields') return [name, (value as readonly string[]).filter((field) => !masked.includes(field))]
      return [name, value]
    }),
  )
}

/** Leaves the largest values out, until so many bytes are gone. */
function cut(data: BodyData, bytes: number): BodyData {
  const parts = Object.fromEntries(cutParts.flatMap((part) => (data[part] ? [[part, { ...(data[part] as Values) }]] : [])))
  const entries = Object.entries(parts).flatMap(([part, values]) =>
    Object.entries(values).map(([field, value]) => ({ part, field, size: Buffer.byteLength(JSON.stringify(value)) })),
  )
  let left = bytes
  for (const { part, field, size } of entries.sort((one, other) => other.size - one.size)) {
    if (left <= 0) break
    delete parts[part]![field]
    left -= size
  }
  return { ...data, ...parts }
}
