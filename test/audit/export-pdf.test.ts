/** The audit log as a PDF: what the list shows, in the language of the caller, in a thread that cannot hold anybody up. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import PDFDocument from 'pdfkit'
import type { Actor } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import type { ExportQuery } from '#modules/audit/export/export.schema.ts'
import { pdfRow } from '#modules/audit/export/pdf.ts'
import { inTime, madePdf } from '#modules/audit/export/pdf-making.ts'
import { linesOf } from '#outside/pdf/bidi-text.ts'
import { face } from '#outside/pdf/pdf-table.ts'
import { PdfFile } from '#outside/pdf/pdf-thread-handle.ts'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { exportPath, fillLog } from './export.rig.ts'
import { linesIn, piecesIn } from './pdf.rig.ts'

let app: TestApp
let place: World
before(async () => {
  app = await startApp()
  place = await world(app)
  const body = {
    email: 'sara@example.test',
    firstName: 'سارة',
    lastName: 'الحداد (عمان)',
    password: 'a long password 1',
    roleId: await place.role([]),
  }
  expectStatus(await app.post('/api/v1/admins', body, { token: place.token }), 201)
  app.clock.turn(1000)
})

async function pdf(query = '', token = place.token, language = 'en'): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
  const response = await fetch(`${app.url}${exportPath}?format=pdf${query}`, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.equal(response.status, 200, bytes.toString())
  assert.equal(response.headers.get('content-type'), 'application/pdf')
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="audit-\d{4}-\d\d-\d\d\.pdf"$/)
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  return bytes
}

const blank: Parameters<typeof pdfRow>[1] = {
  id: '',
  timestamp: '2026-11-23T00:00:00.000Z',
  actorId: null,
  actorType: 'system',
  actorName: null,
  onBehalfOfId: null,
  onBehalfOfName: null,
  action: '',
  entityType: null,
  entityId: null,
  entityName: null,
  tenantId: null,
  tenantName: null,
  ipAddress: null,
  userAgent: null,
  outcome: 'success',
  changes: {},
  details: {},
  traceId: null,
  parentTraceId: null,
  sessionId: null,
}

const flipped = (text: string) => [...text].reverse().join('')

describe('GET /api/v1/audit/export as PDF', () => {
  it('200 the entries of the list with the filter above them, and an event', async () => {
    const { items } = (await app.get('/api/v1/audit?pageSize=100&action=admin', { token: place.token })).json
    const lines = linesIn(await pdf('&action=admin'))
    assert.equal(lines[0], 'Audit log')
    assert.equal(lines[1], 'Filter: action = admin')
    assert.match(lines[2]!, new RegExp(`entries: ${items.length}$`))
    const rows = lines.filter((line) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /.test(line))
    assert.equal(rows.length, items.length)
    for (const [at, { timestamp, action }] of items.entries()) {
      assert.ok(rows[at]!.startsWith(timestamp.slice(0, 19).replace('T', ' ')))
      assert.ok(rows[at]!.includes(action))
    }
    assert.ok(lines.some((line) => line.includes('sara@example.test')))
    assert.equal(lines.at(-1), 'Page 1')
    const [told] = (await app.get('/api/v1/audit?action=audit.exported', { token: place.token })).json.items
    assert.deepEqual(told.details, { format: 'pdf', filter: { action: 'admin' }, count: items.length })
  })

  it('sets Arabic from the right, joined, with its brackets the right way round; columns too where the caller reads so', async () => {
    const bytes = await pdf('&action=admin.created', place.token, 'ar')
    const lines = linesIn(bytes)
    assert.equal(lines[0]!.replaceAll(' ', ''), flipped('سجل التدقيق').replaceAll(' ', ''))
    const name = lines.find((line) => line.includes(flipped('سارة')))
    // from left to right: the closing bracket of the sentence is the opening one on paper
    assert.ok(name?.includes(`(${flipped('عمان')}) ${flipped('الحداد')}`), lines.join('\n'))
    const pieces = piecesIn(bytes)
    const time = pieces.find(({ text }) => /^\d{4}-\d\d-\d\d \d\d/.test(text))!
    const action = pieces.find(({ text }) => text === 'admin.created')!
    assert.ok(time.x > action.x)
    const inEnglish = piecesIn(await pdf('&action=admin.created'))
    assert.ok(inEnglish.find(({ text }) => text === 'admin.created')!.x > inEnglish.find(({ text }) => /^\d{4}-/.test(text))!.x)
  })

  it('hides what is restricted for the caller', async () => {
    const masked = await place.person(['audit.view', 'audit.export', 'admins.view'], { 'admins.view': ['email'] })
    assert.ok(!linesIn(await pdf('', masked.token)).some((line) => line.includes('sara@example.test')))
  })

  it('400 with the number for more than ten thousand, and nothing is told of it', async () => {
    const much = await world(app)
    await fillLog(app, much.tenantId, 10_001, 1)
    app.clock.turn(1000)
    const query = '?format=pdf&action=role.updated'
    const reply = await app.get(`${exportPath}${query}`, { token: much.token })
    assert.deepEqual([reply.status, reply.json.code, reply.json.count], [400, 'export_too_large', 10_001])
    assert.deepEqual((await app.get('/api/v1/audit?action=audit.exported', { token: much.token })).json.items, [])
    assert.equal((await app.get(`${exportPath}?format=pdf&within=nobody`, { token: much.token })).status, 400)
  })
})

describe('a PDF of much text', () => {
  const query = { format: 'pdf' } as ExportQuery
  const actor: Actor = {
    id: randomUUID(),
    kind: 'admin',
    tenantId: null,
    sessionId: randomUUID(),
    name: 'Ada',
    isSuperAdmin: true,
    permissions: new Set(['audit.export']),
    masks: new Map(),
    impersonatorId: null,
    impersonatorName: null,
    mustChangePassword: false,
    requiresTwoFactorSetup: false,
  }
  const make = (asked: ExportQuery, goOn: () => void) =>
    madePdf({ ...systemContext(app.open.service), actor }, asked, { caller: async () => actor }, 4711, goOn)

  it('is broken off when its time is over, with the number: 400', async () => {
    let asked = 0
    const goOn = inTime(() => void asked++, 4711, 0)
    await assert.rejects(make(query, goOn), { status: 400, code: 'export_too_large', details: { extra: { count: 4711 } } })
    assert.equal(asked, 1)
  })

  it('asks whether it may go on also where nothing is found', async () => {
    const wanted = { ...query, entityType: 'Nothing' } as ExportQuery
    const goOn = () => {
      throw new Error('not wanted')
    }
    await assert.rejects(make(wanted, goOn), { message: 'not wanted' })
  })

  it('has two thousand letters of a text at most', () => {
    const entry = { ...blank, entityName: 'x'.repeat(5000), details: { reason: `${'y'.repeat(1990)}${'😀'.repeat(100)}` } }
    const { cells, below } = pdfRow({ language: 'en' }, entry)
    assert.deepEqual([cells[3]!.length, cells[3]!.at(-1)], [2000, '…'])
    assert.ok(below!.isWellFormed() && below!.endsWith('y…'), below!)
    const { cells: short, below: whole } = pdfRow(
      { language: 'en' },
      { ...blank, entityName: 'x'.repeat(2000), details: { reason: 'y'.repeat(1992) } },
    )
    assert.deepEqual([short[3]!.length, whole!.length], [2000, 2000])
  })
})

describe('a line of text', () => {
  const letters = (text: string, width = 100) =>
    linesOf(text, width, (part) => part.length, 3).map(({ runs, isRightToLeft }) => [isRightToLeft, ...runs.map((run) => run.text)])

  it('has its runs in the order in which they are shown', () => {
    assert.deepEqual(letters('one (two)'), [[false, 'one (two)']])
    assert.deepEqual(letters('مرحبا Hello عالم'), [[true, ' عالم', 'Hello', 'مرحبا ']])
    assert.deepEqual(letters('by سارة 12'), [[false, 'by ', '12', 'سارة ']])
    assert.deepEqual(letters('(سارة)'), [[true, ')سارة(']])
  })

  it('is broken between words, and inside those that are too wide; what is left ends with an ellipsis', () => {
    assert.deepEqual(letters('aa bb cc', 5), [
      [false, 'aa bb'],
      [false, 'cc'],
    ])
    assert.deepEqual(letters('abcdefgh', 5), [
      [false, 'abcd'],
      [false, 'efgh'],
    ])
    assert.deepEqual(letters('aaa bbb ccc ddd', 3), [
      [false, 'aaa'],
      [false, 'bbb'],
      [false, 'c…'],
    ])
    assert.deepEqual(letters('ab😀😀cd', 4).length, 2)
    assert.deepEqual(linesOf(`${'x'.repeat(5)}😀yz😀z`, 4, (part) => part.length, 1)[0]!.runs[0]!.text.isWellFormed(), true)
  })

  it('costs what is shown of it, however long it is', () => {
    for (const unit of ['x', 'xy ', 'سلام', '😀', '\u064B', '(', ' ']) {
      let measured = 0
      const widthOf = (part: string) => {
        measured += part.length
        return part.replace(/\p{M}/gu, '').length
      }
      const lines = linesOf(unit.repeat(100_000), 100, widthOf, 6)
      assert.ok(lines.length <= 6)
      assert.ok(
        lines.at(-1)!.runs.some(({ text }) => text.includes('…')),
        unit,
      )
      assert.ok(measured < 10_000, `${unit}: ${measured}`)
    }
  })

  it('is forgotten with its width: what pdfkit remembers of every word lies where it is thrown away', () => {
    const doc = new PDFDocument({ font: face }) as unknown as PDFKit.PDFDocument & { _font: { layoutCache: object } }
    doc.widthOfString('one two')
    assert.deepEqual(Object.keys(doc._font.layoutCache), ['one ', 'two'])
    doc._font.layoutCache = Object.create(null)
    assert.ok(doc.widthOfString('two') > 0)
    assert.deepEqual(Object.keys(doc._font.layoutCache), ['two'])
  })
})

describe('the thread that makes it', () => {
  const facts = { title: '', notes: [], columns: [{ title: '', share: 1 }], pageLabel: '', language: 'en' } as const
  const from = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)

  it('is ended when it hangs, and whoever waits is told: 503', async () => {
    const idle = new PdfFile(facts, { module: from('setInterval(() => {}, 1e9)'), stepMs: 500 })
    await assert.rejects(idle.add([]), { status: 503 })
    const busy = new PdfFile(facts, { module: from('for (;;);'), stepMs: 500 })
    await assert.rejects(busy.add([]), { status: 503 })
    await assert.rejects(busy.end(), { status: 503 })
  })

  it('takes nobody along when it fails or needs too much', async () => {
    for (const code of ['throw new Error("no")', 'process.exit(1)', 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length))']) {
      const file = new PdfFile(facts, { module: from(code) })
      await assert.rejects(file.add([]), { status: 503 }, code)
    }
  })
})
