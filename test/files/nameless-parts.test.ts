/** Forms whose parts have no name, or none that can be read: one of them once ended the process. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { uploadPath } from './rig.ts'

let app: TestApp
let token: string
let paths: readonly string[]
before(async () => {
  app = await startApp()
  const own = await tenantWithAdmin(app)
  token = (await own.signIn()).accessToken
  paths = [uploadPath, '/api/v1/Admins/me/avatar', `/api/v1/Tenants/${own.tenant.id}/logo`]
})

const dispositions = [
  'form-data',
  'form-data; filename="a.pdf"',
  'form-data; name',
  'form-data; =; =',
  'form-data; name=""',
  'form-data; name="__proto__"; filename="a.pdf"',
  "form-data; name*=bogus''%ff; filename*=bogus'x'%ff%",
]

describe('a part without a name', () => {
  it('is 400 wherever a file is taken', async () => {
    for (const path of paths) {
      for (const disposition of dispositions) {
        const raw = Buffer.from(`--b\r\ncontent-disposition: ${disposition}\r\n\r\n%PDF-1.7\r\n--b--\r\n`)
        const answer = await app.request('POST', path, { raw, headers: { 'content-type': 'multipart/form-data; boundary=b' }, token })
        assert.equal(expectStatus(answer, 400).json.code, 'validation_failed', `${path} ${disposition}`)
      }
    }
  })
})
