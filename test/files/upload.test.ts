/** POST /api/v1/files/upload: what is kept, under which type, and what is not taken. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { connect } from 'node:net'
import { before, describe, it } from 'node:test'
import sharp from 'sharp'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { bytesAt, compound, form, pdf, picture, pngFlood, upload, uploaded, uploadPath, zip } from './rig.ts'

let app: TestApp
let token: string
let tenantId: string
before(async () => {
  app = await startApp()
  const own = await tenantWithAdmin(app)
  tenantId = own.tenant.id
  token = (await own.signIn()).accessToken
})

const stored = () => globSync(`${app.dataDirectory}/files/files/**/*`, { withFileTypes: true }).filter((entry) => entry.isFile()).length
/** Also what is half written. */
const traces = () => globSync(`${app.dataDirectory}/files/files/*/{,.}*`).filter((path) => !/\/\.{1,2}$/.test(path)).length
const storageBytes = async () => (await app.get(`/api/v1/Tenants/${tenantId}/stats`, { token })).json.storageBytes as number

describe('POST /api/v1/files/upload', () => {
  it('201 with all there is to know; the bytes come back, and an event says so', async () => {
    const bytes = pdf(100_000)
    const reply = expectStatus(await upload(app, token, bytes, 'Price list.pdf'), 201)
    const { id, uploadedBy, createdAt, tenantId, tenantName, uploadedByName, ...file } = reply.json
    const checksum = createHash('sha256').update(bytes).digest('hex')
    assert.deepEqual(file, {
      fileName: 'Price list.pdf',
      contentType: 'application/pdf',
      size: 100_000,
      width: null,
      height: null,
      checksum,
      url: `/api/v1/files/${id}`,
      isPublic: false,
    })
    const { json: me } = await app.get('/api/v1/Admins/me', { token })
    assert.deepEqual(
      { uploadedBy, uploadedByName, tenantId, tenantName },
      { uploadedBy: me.id, uploadedByName: `${me.firstName} ${me.lastName}`, tenantId: me.tenantId, tenantName: me.tenantName },
    )
    assert.ok(Date.parse(createdAt) > 0)
    assert.equal(reply.headers.location, `/api/v1/files/${id}`)
    const { status, body } = await bytesAt(app, `/api/v1/files/${id}`, token)
    assert.deepEqual([status, body.equals(bytes)], [200, true])
    const log = await app.get(`/api/v1/audit?entityId=${id}&action=file.uploaded`, { token })
    assert.deepEqual([log.json.items[0].entityType, log.json.items[0].entityName], ['File', 'Price list.pdf'])
  })

  it('the type is what the bytes are, whatever name and header say', async () => {
    const drawn = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="7"><script>alert(1)</script><rect width="1" height="1"/></svg>'
    const office = 'application/vnd.openxmlformats-officedocument'
    const kinds: [string, Uint8Array | string, string][] = [
      ['a.php.PNG', await picture().png().toBuffer(), 'image/png'],
      ['a.html', await picture().jpeg().toBuffer(), 'image/jpeg'],
      ['noending', await picture().webp().toBuffer(), 'image/webp'],
      ['a.exe', await picture().gif().toBuffer(), 'image/gif'],
      ['a.png', drawn, 'image/svg+xml'],
      ['a.txt', pdf(), 'application/pdf'],
      ['a.zip', zip(['[Content_Types].xml', 'word/document.xml']), `${office}.wordprocessingml.document`],
      ['a.zip', zip(['[Content_Types].xml', 'xl/workbook.xml', '../../x']), `${office}.spreadsheetml.sheet`],
      ['a', compound(['Root Entry', 'WordDocument']), 'application/msword'],
      ['a', compound(['Root Entry', 'Workbook']), 'application/vnd.ms-excel'],
      ['a.CSV', 'name,city\nليلى,بغداد\n', 'text/csv; charset=utf-8'],
    ]
    for (const [name, bytes, type] of kinds) {
      const file = await uploaded(app, token, bytes, name)
      assert.deepEqual([file.contentType, file.fileName], [type, name])
    }
  })

  it('415 for bytes of no kind that is kept; nothing of them stays', async () => {
    const [before, bytes] = [traces(), await storageBytes()]
    const entries = Array.from({ length: 60_000 }, (_, n) => `word/${n}.xml`)
    for (const [given, name] of [
      ['plain text', 'a.txt'],
      ['', 'a.pdf'],
      ['<html><script>alert(1)</script></html>', 'a.html'],
      ['a,b\0c', 'a.csv'],
      [Buffer.from([0x61, 0xff, 0xfe, 0x2c]), 'a.csv'],
      [Buffer.concat([Buffer.alloc(70_000, 'a'), Buffer.from([0xc3])]), 'a.csv'],
      ['BM' + 'x'.repeat(60), 'a.bmp'],
      ['MZ' + 'x'.repeat(60), 'a.png'],
      [zip(['a.txt']), 'a.docx'],
      [zip(['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin']), 'a.docx'],
      [zip(['[Content_Types].xml', 'word/document.xml', ...entries]), 'a.docx'],
      [zip(['[Content_Types].xml', 'word/document.xml']).subarray(0, -30), 'a.docx'],
      [compound(['Root Entry', 'PowerPoint Document']), 'a.doc'],
      [compound([]).subarray(0, 600), 'a.doc'],
    ] as const) {
      const { code } = expectStatus(await upload(app, token, given, name), 415).json
      assert.equal(code, 'unsupported_media_type', name)
    }
    expectStatus(await app.request('POST', uploadPath, { body: {}, token }), 415)
    assert.deepEqual([traces(), await storageBytes()], [before, bytes])
  })

  it('400 for pictures that are broken, larger than 4096 pixels, or a flood of them; what is kept has no metadata', async () => {
    const png = await picture(64).png().toBuffer()
    assert.equal(expectStatus(await upload(app, token, png.subarray(0, 60)), 400).json.code, 'image_invalid')
    for (const side of [4097, 30_000]) {
      const refused = expectStatus(await upload(app, token, pngFlood(side)), 400).json
      assert.deepEqual([refused.code, refused.errors[0].field], ['image_too_large', 'file'])
    }
    const photo = await picture(300)
      .withExif({ IFD0: { Copyright: 'SECRET-COMMENT' } })
      .jpeg()
      .toBuffer()
    const file = await uploaded(app, token, Buffer.concat([photo, Buffer.from('<script>hidden</script>')]))
    const { body } = await bytesAt(app, file.url, token)
    assert.doesNotMatch(body.toString('latin1'), /SECRET-COMMENT|hidden/)
    assert.deepEqual([file.width, file.height, file.size], [300, 300, body.length])
    assert.equal(file.checksum, createHash('sha256').update(body).digest('hex'))
  })

  it('an animation keeps its frames', async () => {
    const stills = await Promise.all(['red', 'green', 'blue'].map((colour) => picture(20, colour).png().toBuffer()))
    const small = await sharp(stills, { join: { animated: true } })
      .gif()
      .toBuffer()
    const file = await uploaded(app, token, small, 'a.gif')
    assert.deepEqual([file.width, file.height], [20, 20])
    assert.equal((await sharp((await bytesAt(app, file.url, token)).body).metadata()).pages, 3)
  })

  it('an SVG of 10 MB is cleaned, and the process answers meanwhile', async () => {
    const inside = '<rect width="1" height="1" onclick="x()" fill="#fff"/>'
    const path = `<path d="${'M0 0 '.repeat(170_000)}"/>`.repeat(10)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${inside.repeat(30_000)}${path}</svg>`
    assert.ok(svg.length > 10_000_000 && svg.length < 10 * 1024 * 1024)
    let isDone = false
    const done = uploaded(app, token, svg, 'a.svg').finally(() => (isDone = true))
    let answered = 0
    for (; !isDone; answered++) expectStatus(await app.get('/health/live'), 200)
    const file = await done
    assert.ok(answered > 5, `${answered} answers meanwhile`)
    assert.doesNotMatch((await bytesAt(app, file.url, token)).body.toString(), /onclick/)
  })

  it('400 for an SVG of so many elements that whoever draws it runs out of memory', async () => {
    for (const inside of ['<g/>'.repeat(60_000), '<a/>'.repeat(500_000), '<g><title/></g>'.repeat(40_000)]) {
      const refused = await upload(app, token, `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`, 'a.svg')
      assert.equal(expectStatus(refused, 400).json.code, 'image_invalid')
    }
  })

  it('400 for an SVG with one attribute that is nearly all of it, or so many that an element has nothing else', async () => {
    const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`
    const long = (text: string) => text.repeat(Math.floor(10_000_000 / text.length))
    for (const inside of [
      `<path d="${long('L1 1 ')}"/>`,
      `<g foo="${long('<')}"/>`,
      `<g style="${long(';')}"/>`,
      `<g style="${'fill:red;'.repeat(2000)}"/>`,
      `<g ${Array.from({ length: 500_000 }, (_, n) => `a${n}="b"`).join(' ')}/>`,
    ]) {
      const refused = expectStatus(await upload(app, token, svg(inside), 'a.svg'), 400).json
      assert.deepEqual([refused.code, refused.errors[0].field], ['image_invalid', 'file'], inside.slice(0, 40))
    }
    await uploaded(app, token, svg(`<path d="${'L1 1 '.repeat(190_000)}" style="${'fill:red;'.repeat(900)}"/>`), 'a.svg')
  })

  it('413 past the limit, said before and not, while it comes; nothing is kept', async () => {
    const limit = 10 * 1024 * 1024
    await uploaded(app, token, pdf(limit))
    const before = traces()
    expectStatus(await upload(app, token, pdf(limit + 1)), 413)
    const chunked = { 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' }
    const endless = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
      const head = Object.entries({ host: 'x', authorization: `Bearer ${token}`, ...chunked }).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      )
      socket.write(`POST ${uploadPath} HTTP/1.1\r\n${head.join('')}\r\n`)
      const begin = Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7')
      socket.write(Buffer.concat([Buffer.from(`${begin.length.toString(16)}\r\n`), begin, Buffer.from('\r\n')]))
      let [sent, isOver] = [0, false]
      const more = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')])
      const send = () => {
        while (!isOver && sent < limit * 3 && socket.write(more)) sent += 65_536
      }
      socket
        .on('drain', send)
        .on('data', (answer) => {
          isOver = true
          resolve(answer.toString())
        })
        .on('error', reject)
      send()
    })
    assert.match(endless, /^HTTP\/1\.1 413 /)
    assert.match(endless, /connection: close/i)
    assert.equal(traces(), before)
  })

  it('400 for a form that is none: no file, two, other fields, no end', async () => {
    const before = traces()
    const send = (raw: string | Uint8Array, headers = { 'content-type': 'multipart/form-data; boundary=b' }) =>
      app.request('POST', uploadPath, { raw, headers, token })
    const part = (name: string, content: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.pdf"\r\n\r\n${content}\r\n`
    const refused: [string, string][] = [
      ['--b--\r\n', 'file'],
      [`${part('file', '%PDF-1')}${part('file', '%PDF-1')}--b--\r\n`, 'file'],
      [`${part('other', '%PDF-1')}--b--\r\n`, 'other'],
      [`${part('file', '%PDF-1')}--b\r\ncontent-disposition: form-data; name="size"\r\n\r\n1\r\n--b--\r\n`, 'size'],
      [part('file', '%PDF-1'), 'file'],
      [part('file', '%PDF-1').repeat(1000), 'file'],
    ]
    for (const [raw, field] of refused) assert.equal(expectStatus(await send(raw), 400).json.errors[0].field, field, raw.slice(0, 200))
    expectStatus(await send('x', { 'content-type': 'multipart/form-data' }), 400)
    const wrong = expectStatus(await app.request('POST', uploadPath, { ...form(pdf(), 'a.pdf', { isPublic: 'yes' }), token }), 400)
    assert.deepEqual([wrong.json.errors[0].field, wrong.json.errors[0].code], ['isPublic', 'type'])
    assert.equal(traces(), before)
  })

  it('a sender that hangs up leaves nothing', async () => {
    const before = traces()
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    const { raw } = form(pdf(5_000_000), 'a.pdf')
    const head = `host: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${raw!.length}`
    socket.write(`POST ${uploadPath} HTTP/1.1\r\n${head}\r\n\r\n`)
    socket.write((raw as Buffer).subarray(0, 4_000_000))
    await eventually('the file begins', () => traces() > before, 60_000)
    socket.destroy()
    await eventually('it is gone', () => traces() === before, 60_000)
    assert.equal((await app.open.service.database.kysely.selectFrom('files').select('id').execute()).length, stored())
  })

  it('a sender that ends its side behind the last byte is answered or leaves nothing, and holds nothing open', async () => {
    const before = traces() - stored()
    const { raw } = form(pdf(300_000), 'a.pdf')
    const head = `host: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${raw!.length}`
    for (let n = 0; n < 30; n++) {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
      socket.end(Buffer.concat([Buffer.from(`POST ${uploadPath} HTTP/1.1\r\n${head}\r\n\r\n`), raw as Buffer]))
      await new Promise((resolve) =>
        socket
          .resume()
          .on('error', () => undefined)
          .on('close', resolve),
      )
    }
    await eventually('nothing is half written', () => traces() - stored() === before, 60_000)
    const named = async () => (await app.open.service.database.kysely.selectFrom('files').select('id').execute()).length
    await eventually('every object has its row', async () => (await named()) === stored(), 60_000)
  })

  it('the name is a name: no path, nothing unseen, and of 255 characters at most', async () => {
    const names: [string, string][] = [
      ['../../etc/passwd', 'passwd'],
      ['C:\\\\temp\\\\x.pdf', 'x.pdf'],
      ['تقرير 2026.pdf', 'تقرير 2026.pdf'],
      ['exe\u202efdp.pdf', 'exefdp.pdf'],
      ['..', 'file'],
      ['😀.pdf', '😀.pdf'],
      [`${'a'.repeat(400)}.pdf`, `${'a'.repeat(251)}.pdf`],
    ]
    for (const [given, kept] of names) assert.equal((await uploaded(app, token, pdf(), given)).fileName, kept, given)
  })
})
