/** Exports as a client has them: whole, or read as slowly as it likes; and a log with much in it. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { uuidv7 } from '#core/uuid.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { emitAll } from '#events/emit.ts'
import type { TestApp } from '../harness.ts'
import { atEnd } from '../rig/cleanup.ts'

export const exportPath = '/api/v1/audit/export'

/** The cells of a CSV text (RFC 4180), its byte order mark aside; throws for what is none. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    if (!found) throw new Error(`no CSV at ${at}: ${text.slice(at, at + 100)}`)
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** The way back from a cell of ours. */
export const unguarded = (cell: string): string => cell.replace(/^'|(?<=[;\t\r\n])'/g, '')

/** The rows of an export by the names of its columns, as they were before they were guarded. */
export function entriesIn(text: string): Record<string, string>[] {
  const [head = [], ...rows] = parseCsv(text)
  return rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [head[at], unguarded(cell)])))
}

/** Puts so many events of a tenant into its log, each of about `size` characters. */
export async function fillLog(app: TestApp, tenantId: string | null, count: number, size = 2000): Promise<void> {
  const ctx = systemContext(app.open.service)
  const text = 'x'.repeat(size)
  for (let at = 0; at < count; at += 1000) {
    const facts = Array.from({ length: Math.min(1000, count - at) }, (_, n) => ({
      tenantId,
      entityId: uuidv7(ctx.now),
      entityName: `Role ${at + n}`,
      changes: { description: { before: '', after: text } },
    }))
    await transact(ctx, (inner) => emitAll(inner, 'role.updated', facts))
  }
}

export interface Reading {
  readonly incoming: IncomingMessage
  /** All of it, and whether that is the whole. */
  rest(): Promise<{ text: string; isWhole: boolean }>
  hangUp(): void
}

/** Begins an export and reads nothing of it but its head. */
export async function beginExport(app: TestApp, token: string, query = ''): Promise<Reading> {
  const outgoing = request(`${app.url}${exportPath}${query}`, { headers: { authorization: `Bearer ${token}` }, agent: false })
  outgoing.on('error', () => {})
  outgoing.end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  incoming.on('error', () => {})
  const hangUp = () => void outgoing.destroy()
  atEnd(async () => hangUp())
  return {
    incoming,
    hangUp,
    async rest() {
      let text = ''
      incoming.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      const { promise, resolve } = Promise.withResolvers<void>()
      incoming.once('close', resolve).resume()
      if (!incoming.closed) await promise
      return { text, isWhole: incoming.complete }
    },
  }
}
