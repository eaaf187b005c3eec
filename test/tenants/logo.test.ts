/** POST /api/v1/Tenants/{id}/logo: what is kept of an upload, how it is served, and when it goes. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import sharp from 'sharp'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
let root: string
let own: Awaited<ReturnType<typeof tenantWithAdmin>>
let token: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
  own = await tenantWithAdmin(app)
  token = (await own.signIn()).accessToken
})

const form = (bytes: Uint8Array | string, fileName = 'logo.png') => ({
  raw: Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: image/png\r\n\r\n`),
    Buffer.from(bytes as string),
    Buffer.from('\r\n--b--\r\n'),
  ]),
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
})
const upload = (bytes: Uint8Array | string, id: string = own.tenant.id, as = token) =>
  app.request('POST', `/api/v1/Tenants/${id}/logo`, { ...form(bytes), token: as })
const picture = (side = 8, background = 'red') => sharp({ create: { width: side, height: side, channels: 3, background } })
const shown = async (bytes: Uint8Array | string) => {
  const { logoUrl } = expectStatus(await upload(bytes), 200).json
  const file = expectStatus(await app.get(logoUrl), 200)
  return { logoUrl: logoUrl as string, file }
}
const svg = (inside: string, attributes = 'width="10" height="10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`

describe('POST /api/v1/Tenants/{id}/logo', () => {
  it('200 with the tenant; public, kept for a year, sandboxed; an event says so', async () => {
    const { tenant } = await tenantWithAdmin(app, { parentTenantId: own.tenant.id, token })
    const answer = expectStatus(await upload(await picture().png().toBuffer(), tenant.id), 200).json
    assert.deepEqual([answer.id, answer.version], [tenant.id, 2])
    assert.match(answer.logoUrl, /^\/files\/logos\/[0-9a-f]{40}\.png$/)
    const { headers } = expectStatus(await app.get(answer.logoUrl), 200)
    assert.equal(headers['content-type'], 'image/png')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(headers['content-security-policy'] as string, /default-src 'none'; sandbox/)
    assert.match(headers['cache-control'] as string, /public, max-age=31536000, immutable/)
    expectStatus(await app.request('GET', answer.logoUrl, { headers: { 'if-none-match': headers.etag as string } }), 304)
    const log = await app.get(`/api/v1/audit?entityId=${tenant.id}&action=tenant.updated`, { token })
    assert.deepEqual(log.json.items[0].changes, { logoUrl: { before: null, after: answer.logoUrl } })
  })

  it('200 on the overview path, in the envelope', async () => {
    const path = `/api/v1/tenants/${own.tenant.id}/logo`
    const reply = expectStatus(await app.request('PUT', path, { ...form(await picture().webp().toBuffer()), token }), 200).json
    assert.match(reply.data.logoUrl, /\.webp$/)
  })

  it('the type is what the bytes are; a large picture is drawn smaller, without its metadata', async () => {
    const photo = await picture(2000)
      .withExif({ IFD0: { Copyright: 'SECRET-COMMENT' } })
      .jpeg()
      .toBuffer()
    const { logoUrl } = await shown(photo)
    assert.match(logoUrl, /\.jpg$/)
    const kept = await app.open.service.objects.get(logoUrl.slice('/files/'.length))
    const { width, height, exif } = await sharp(kept?.body).metadata()
    assert.deepEqual([width, height, exif], [1024, 1024, undefined])
  })

  it('the one it replaces is gone, and the one that PUT takes away; what another tenant shows stays', async () => {
    const { logoUrl: first } = await shown(await picture().png().toBuffer())
    const { logoUrl: second } = await shown(await picture().png().toBuffer())
    expectStatus(await app.get(first), 404)
    const thief = await tenantWithAdmin(app)
    const thiefToken = (await thief.signIn()).accessToken
    const put = (body: unknown, as: string, id: string) => app.request('PUT', `/api/v1/Tenants/${id}`, { body, token: as })
    expectStatus(await put({ logoUrl: second }, thiefToken, thief.tenant.id), 200)
    expectStatus(await put({ logoUrl: null }, thiefToken, thief.tenant.id), 200)
    expectStatus(await app.get(second), 200)
    const settings = { logoUrl: second }
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${own.tenant.id}/settings`, { body: settings, token }), 200)
    expectStatus(await put({ logoUrl: null }, token, own.tenant.id), 200)
    expectStatus(await app.get(second), 200)
    const { logoUrl: third } = await shown(await picture().png().toBuffer())
    expectStatus(await put({ logoUrl: 'https://example.test/logo.png' }, token, own.tenant.id), 200)
    expectStatus(await app.get(third), 404)
  })

  it('stays while any tenant shows it by a whole address, and goes with the last', async () => {
    const put = (id: string, body: object, settings = '') =>
      app.request('PUT', `/api/v1/Tenants/${id}${settings}`, { body, token: root }).then((reply) => expectStatus(reply, 200))
    const ownId = own.tenant.id as string
    const other = (await tenantWithAdmin(app)).tenant.id as string
    const { logoUrl } = await shown(await picture().png().toBuffer())
    const whole = app.open.service.options.publicUrl + logoUrl
    await put(ownId, { logoUrl: whole })
    expectStatus(await app.get(logoUrl), 200)
    // under the address of the service before, or at a tenant's own domain
    await put(other, { logoUrl: `https://tenant.test${logoUrl}?v=2` })
    await put(other, { faviconUrl: whole }, '/settings')
    await put(ownId, { logoUrl: null })
    expectStatus(await app.get(logoUrl), 200)
    await put(other, { logoUrl: null })
    expectStatus(await app.get(logoUrl), 200)
    await put(other, { faviconUrl: null }, '/settings')
    await put(ownId, { logoUrl: whole })
    await put(ownId, { logoUrl: null })
    expectStatus(await app.get(logoUrl), 404)
  })

  it('415 for every other kind; 400 for what is broken or too large; 413 beyond 5 MB; the logo stays', async () => {
    const { logoUrl } = await shown(await picture().png().toBuffer())
    const gif = await picture().gif().toBuffer()
    for (const bytes of [gif, '', 'text', '%PDF-1.7', '<html><svg></svg></html>', 'BM' + 'x'.repeat(60), '<!-- <svg>'])
      assert.equal(expectStatus(await upload(bytes), 415).json.code, 'unsupported_media_type')
    const png = await picture(64).png().toBuffer()
    assert.equal(expectStatus(await upload(png.subarray(0, 60)), 400).json.code, 'image_invalid')
    assert.equal(expectStatus(await upload(await picture(4097).png().toBuffer()), 400).json.code, 'image_too_large')
    expectStatus(await upload(Buffer.alloc(5 * 1024 * 1024 + 1)), 413)
    expectStatus(await app.request('POST', `/api/v1/Tenants/${own.tenant.id}/logo`, { body: {}, token }), 415)
    assert.equal((await app.get(`/api/v1/Tenants/${own.tenant.id}`, { token })).json.logoUrl, logoUrl)
    expectStatus(await app.get(logoUrl), 200)
  })

  it('404 for a foreign tenant before anything is decoded; nothing is stored', async () => {
    const other = await tenantWithAdmin(app)
    for (const bytes of [await picture().png().toBuffer(), 'no picture']) expectStatus(await upload(bytes, other.tenant.id), 404)
    assert.equal((await app.get(`/api/v1/Tenants/${other.tenant.id}`, { token: root })).json.logoUrl, null)
  })

  it('no other object is found under its path', async () => {
    for (const name of ['..%2favatars%2fx', 'x.png', `${'a'.repeat(40)}.exe`, `${'A'.repeat(40)}.png`, `${'a'.repeat(40)}.png`])
      expectStatus(await app.get(`/files/logos/${name}`), 404)
  })
})

describe('an SVG as a logo', () => {
  it('keeps shapes, gradients and text, and is offered as a file where it would be a document', async () => {
    const drawing =
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs>' +
      '<g transform="rotate(45)"><path d="M0 0 L10,10z" fill="url(#g)" style="stroke:rgb(1,2,3);stroke-width:2"></path></g>' +
      '<text x="1" y="2">Tom &amp; Jerry شركة</text>'
    const { logoUrl, file } = await shown(`<?xml version="1.0"?>\n<!-- made by -->\n${svg(drawing)}`)
    assert.match(logoUrl, /\.svg$/)
    assert.equal(file.text, svg(drawing))
    assert.match(file.headers['content-type'] as string, /^image\/svg\+xml/)
    assert.match(file.headers['content-disposition'] as string, /^attachment/)
    assert.match(file.headers['content-security-policy'] as string, /default-src 'none'; sandbox/)
    assert.equal((await shown(file.text)).file.text, file.text, 'clean stays as it is')
  })

  const hostile: Record<string, string> = {
    script: svg('<script>alert(1)</script><rect width="1" height="1"/>'),
    'script in another case': svg('<SCRIPT>alert(1)</SCRIPT><ScRiPt href="data:,alert(1)"/>'),
    'script of a prefix': svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'),
    handlers: svg('<rect width="1" height="1" onclick="alert(1)" ONLOAD="alert(1)"/>', 'width="9" height="9" onload="alert(1)"'),
    foreignObject: svg(
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"><iframe src="x"/></body></foreignObject>',
    ),
    'another namespace': svg('<g xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></g>'),
    animation: svg(
      '<rect width="1" height="1"><animate attributeName="href" values="javascript:alert(1)"/><set attributeName="onclick" to="alert(1)"/></rect>',
    ),
    links: svg(
      '<a href="javascript:alert(1)"><rect width="1" height="1"/></a><use href="#x"/><use xlink:href="data:image/svg+xml,x" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
    ),
    pictures: svg('<image href="http://evil.test/x"/><feImage href="http://evil.test/x"/><filter id="f"/>'),
    'style sheets': svg(
      '<style>@import url(http://evil.test/x); rect { fill: url(http://evil.test/y) }</style><rect width="1" height="1"/>',
    ),
    styles: svg(
      '<rect width="1" height="1" style="fill:url(http://evil.test/x);background:url(javascript:alert(1));stroke:u\\72l(http://evil.test)"/>',
    ),
    'addresses in attributes': svg(
      '<rect width="1" height="1" fill="url(http://evil.test/x)" stroke="&#x75;rl( //evil.test )" clip-path="url(&quot;http://evil.test&quot;)"/>',
    ),
    'an image set': svg('<rect width="1" height="1" style="fill:image-set(&quot;http://evil.test/x&quot; 1x)" fill="image-set(x)"/>'),
    'a style sheet from outside': `<?xml-stylesheet href="http://evil.test/x.css"?>${svg('<rect width="1" height="1"/>')}`,
    'text of a CDATA section': svg('<text><![CDATA[</text><script>alert(1)</script>]]></text>'),
    comments: svg('<!--><script>alert(1)</script>--><title><!-- </title><script>alert(1)</script> --></title>'),
    'unknown elements': svg(
      '<metadata>secret of the author</metadata><handler>alert(1)</handler><listener handler="#x"/><iframe src="x"/><embed src="x"/>',
    ),
  }
  for (const [name, text] of Object.entries(hostile)) {
    it(`drops ${name}`, async () => {
      const { file } = await shown(text)
      const clean = file.text.replaceAll('http://www.w3.org/2000/svg', '')
      assert.doesNotMatch(clean.replace(/&lt;[^<]*?&gt;/g, ''), /<\/?(?!\/?(?:svg|g|rect|text|title)\b)[a-z]/i, clean)
      assert.doesNotMatch(clean, /\son|href|https?:|javascript:|data:|url|import|image|xlink|evil|secret|<!|<\?/i, clean)
      await sharp(Buffer.from(file.text)).png().toBuffer()
    })
  }

  it('5 MB are taken', async () => {
    const large = svg(`<path d="${'M0 0 '.repeat(1_000_000)}"/>`)
    assert.ok(large.length > 5_000_000)
    assert.equal((await shown(large)).file.text.length, large.length + '</path>'.length - '/'.length)
  })

  it('400 for a document type or entities, bytes that are no UTF-8, nothing to draw, and depth', async () => {
    const bomb = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    for (const text of [
      bomb + svg('<text>&b;</text>'),
      `<!DOCTYPE svg SYSTEM "file:///etc/passwd">${svg('')}`,
      `<!doctype svg>${svg('')}`,
      svg('<text>&xxe;<!ENTITY x "y"></text>'),
      svg('', ''),
      '<SVG width="1" height="1"/>',
      svg('<g>'.repeat(3000) + '</g>'.repeat(3000)),
      Buffer.concat([Buffer.from(svg('')), Buffer.from([0xff, 0xfe])]),
    ]) {
      const refused = expectStatus(await upload(text), 400).json
      assert.deepEqual([refused.code, refused.errors[0].field], ['image_invalid', 'file'])
    }
    const deep = svg('<g>'.repeat(198) + '<rect width="1" height="1"/>' + '</g>'.repeat(198))
    expectStatus(await upload(deep), 200)
  })
})
