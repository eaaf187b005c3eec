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

it('a WebP is kept with six million pixels at most, a PNG as large as it came', async () => {
  const webp = await uploaded(app, token, await picture(3000).webp().toBuffer(), 'a.webp')
  assert.deepEqual([webp.width, webp.height], [2449, 2449])
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
