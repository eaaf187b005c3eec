/** What large pictures are kept as, and which drawings are none. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { picture, upload, uploaded } from './rig.ts'

let app: TestApp
let token: string
before(async () => {
  app = await startApp()
  token = (await (await tenantWithAdmin(app)).signIn()).accessToken
})

it('a WebP is kept with four million pixels at most, a PNG as large as it came', async () => {
  const webp = await uploaded(app, token, await picture(3000).webp().toBuffer(), 'a.webp')
  assert.deepEqual([webp.width, webp.height], [2000, 2000])
  const png = await uploaded(app, token, await picture(3000).png().toBuffer(), 'a.png')
  assert.deepEqual([png.width, png.height], [3000, 3000])
})

it('400 for a drawing that is not one element, or holds what no XML may; its size may stand in its parts', async () => {
  const root = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="7">'
  for (const drawing of [`${root}</svg>${root}</svg>`, `${root}<text>\u0001</text></svg>`, `${root}<text>&#1;</text></svg>`]) {
    const { code } = expectStatus(await upload(app, token, drawing, 'a.svg'), 400).json
    assert.equal(code, 'image_invalid', JSON.stringify(drawing))
  }
  const unsized = await uploaded(app, token, '<svg xmlns="http://www.w3.org/2000/svg"><rect width="12" height="8"/></svg>', 'a.svg')
  assert.deepEqual([unsized.width, unsized.height], [12, 8])
})

it('what its decoder would hold whole is too large, and taken with the side that is told', async () => {
  const scans = { progressive: true, chromaSubsampling: '4:4:4' }
  for (const [what, draw] of [
    ['in scans', (side: number) => picture(side).jpeg(scans)],
    ['in scans and turned', (side: number) => picture(side).jpeg({ progressive: true }).withMetadata({ orientation: 6 })],
    ['of 16 bits in scans', (side: number) => picture(side).toColourspace('rgb16').png({ progressive: true })],
  ] as const) {
    const { code, errors } = expectStatus(await upload(app, token, await draw(4096).toBuffer(), 'a.jpg'), 400).json
    assert.equal(code, 'image_too_large', what)
    const maximum = Number(/\d+(?= pixels)/.exec(errors[0].message))
    assert.ok(maximum > 2800 && maximum < 4096, `${what}: ${maximum}`)
    const kept = await uploaded(app, token, await draw(maximum).toBuffer(), 'a.jpg')
    assert.deepEqual([kept.width, kept.height], [maximum, maximum], what)
  }
})
