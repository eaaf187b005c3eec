/** GET /api/v1/public/sign-in: what a page for signing in begins with; of a tenant no more than its public page, and no way out of the house. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { setSettings, setTenant } from '../auth/people.ts'
import { pendingDomain, verifiedDomain } from '../domains/proving.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

const PUBLIC_URL = 'https://id.tenantry.example'
const CORS_ORIGIN = 'https://app.tenantry.example'

let app: TestApp
/** Of a tenant that has proved `domain`. */
let code: string
let tenantId: string
let domain: string
before(async () => {
  app = await startApp({ env: { PUBLIC_URL, CORS_ORIGINS: CORS_ORIGIN, GOOGLE_CLIENT_ID: 'tenantry' } })
  const { tenant } = await tenantWithAdmin(app)
  ;({ code, id: tenantId } = tenant)
  domain = newName()
  await verifiedDomain(app, tenantId, domain)
})
const newName = () => `${randomUUID()}.example.test`

const url = '/api/v1/public/sign-in'
async function start(query: Record<string, string>, host?: string) {
  const found = await app.get(`${url}?${new URLSearchParams(query)}`, host === undefined ? {} : { headers: { host } })
  return expectStatus(found, 200).json
}
const workspace = async (of: string) => expectStatus(await app.get(`/api/v1/public/workspace?code=${of}`), 200).json

describe('the page for signing in', () => {
  it('is of the workspace of the code, in any case, else of the host, and tells what its public page tells', async () => {
    await setSettings(app, tenantId, { companyName: 'Some company', registrationEnabled: false, requireEmailVerification: true })
    const page = await workspace(code)
    assert.deepEqual([page.companyName, page.registrationEnabled, page.requireEmailVerification], ['Some company', false, true])
    // without its secret it takes tokens alone: whoever came back from its page could not be signed in
    assert.deepEqual(page.providers, [{ name: 'google', displayName: 'Google', takesRedirect: false }])
    const whole = { serviceName: 'Tenantry', workspace: page, providers: page.providers, returnTo: null }
    assert.deepEqual(await start({ code: code.toUpperCase() }), whole)
    assert.deepEqual(await start({}, domain), whole)
    assert.deepEqual(await start({}, `${domain}:8443`), whole)
    const other = (await tenantWithAdmin(app)).tenant
    assert.equal((await start({ code: other.code }, domain)).workspace.code, other.code, 'a code goes before the host')
    assert.equal((await start({ code: other.code })).workspace.registrationEnabled, true)
  })

  it('is of none for an unknown or malformed code, and for a host that nobody has proved: always 200, and the same', async () => {
    const { providers } = await workspace(code)
    const none = { serviceName: 'Tenantry', workspace: null, providers, returnTo: null }
    const pending = newName()
    await pendingDomain(app, tenantId, pending)
    const gone = (await tenantWithAdmin(app)).tenant
    expectStatus(await app.request('DELETE', `/api/v1/Tenants/${gone.id}`, { token: await app.superToken() }), 204)
    for (const unknown of ['nobody-has-this', '', ' ', 'a', 'x'.repeat(300), '\u0001', "'; --", '<b>', 'ا', gone.code, tenantId])
      assert.deepEqual(await start({ code: unknown }), none, unknown)
    for (const host of ['127.0.0.1', 'localhost', pending, `www.${domain}`, newName()]) assert.deepEqual(await start({}, host), none, host)
    expectStatus(await app.get(`${url}?code=a&tenant=b`), 400)
  })

  it('of a suspended one tells its name alone, and knows its domain for nobody’s', async () => {
    const { tenant } = await tenantWithAdmin(app)
    const name = newName()
    await verifiedDomain(app, tenant.id, name)
    const back = `https://${name}/account`
    assert.equal((await start({ code: tenant.code, returnTo: back })).returnTo, back)
    await setTenant(app, tenant.id, { status: 'Suspended' })
    const found = await start({ code: tenant.code, returnTo: back })
    assert.deepEqual(found.workspace, await workspace(tenant.code))
    assert.deepEqual(new Set(Object.keys(found.workspace)), new Set(['code', 'isSignInAvailable', 'name', 'tenantId']))
    assert.deepEqual([found.providers, found.returnTo], [[], null])
  })
})

describe('where it leads back to', () => {
  it('is a path, or a page on PUBLIC_URL, an allowed origin or a domain of that workspace, exactly as it was asked for', async () => {
    for (const returnTo of [
      '/',
      '/account/sessions?tab=2#top',
      '/console/admins?search=a%40b&next=https%3A%2F%2Fevil.example',
      '/a//b',
      PUBLIC_URL,
      `${PUBLIC_URL}/account?x=1#y`,
      `${PUBLIC_URL}/console?search=sara@acme.example`,
      `${CORS_ORIGIN}/page`,
      `https://${domain}/account`,
    ])
      assert.equal((await start({ code, returnTo })).returnTo, returnTo, returnTo)
    assert.equal((await start({ returnTo: `https://${domain}/account` }, domain)).returnTo, `https://${domain}/account`)
  })

  it('is written as a browser writes it, where whoever typed it wrote what follows the host another way', async () => {
    for (const [returnTo, written] of [
      [`${CORS_ORIGIN}?from=id`, `${CORS_ORIGIN}/?from=id`],
      [`${CORS_ORIGIN}#top`, `${CORS_ORIGIN}/#top`],
      [`${CORS_ORIGIN}:443/x`, `${CORS_ORIGIN}/x`],
      [`${CORS_ORIGIN}/طلب?q=أ`, `${CORS_ORIGIN}/%D8%B7%D9%84%D8%A8?q=%D8%A3`],
      [`${CORS_ORIGIN}/a/../b`, `${CORS_ORIGIN}/b`],
      [`${PUBLIC_URL}/..//evil.example`, `${PUBLIC_URL}//evil.example`],
      [`https://${domain}:443?x`, `https://${domain}/?x`],
    ] as const) {
      assert.equal((await start({ code, returnTo })).returnTo, written, returnTo)
      assert.equal((await start({ code, returnTo: written })).returnTo, written)
    }
  })

  it('is never another house, however it is written', async () => {
    const host = 'evil.example'
    for (const returnTo of [
      ...['', ' ', 'account', '.', '?x', '#x', './x', '../x'],
      ...[`//${host}`, `///${host}`, `/\\${host}`, `\\\\${host}`, `\\/${host}`, `/\t/${host}`, `/\n/${host}`, `\t//${host}`, ` //${host}`],
      ...[`/.//${host}`, `/..//${host}`, `/./${host}/../`, `/%2e//${host}`, `/a/..//${host}`, '/a b', '/a\u0085b', '/a\u0001', '/أ'],
      ...[`https://${host}`, `https:${host}`, `https:/${host}`, `https:\\\\${host}`, `https:///${host}`, `HTTPS://${host}`],
      ...[`https://${new URL(PUBLIC_URL).host}@${host}`, `${PUBLIC_URL}.${host}`, `${PUBLIC_URL}@${host}`, `${PUBLIC_URL}:8443/`],
      ...[
        `https://user@${new URL(PUBLIC_URL).host}/`,
        `https://user:pass@${new URL(PUBLIC_URL).host}/`,
        `https://@${new URL(PUBLIC_URL).host}/`,
      ],
      ...[`http://${new URL(PUBLIC_URL).host}/`, `https://${new URL(PUBLIC_URL).host}./`, `http://${domain}/`, `https://${domain}:8443/`],
      ...[`https://www.${domain}/`, `https://${domain}.${host}/`, `${PUBLIC_URL}/\r\nset-cookie: a=b`, `${PUBLIC_URL}\\@${host}`],
      ...['javascript:alert(1)', 'data:text/html,x', 'JaVaScRiPt://%0aalert(1)', `blob:${PUBLIC_URL}/x`, 'file:///etc/passwd', 'null'],
      `${PUBLIC_URL}/${'x'.repeat(3000)}`,
      `${CORS_ORIGIN}/${'ط'.repeat(600)}`,
      // nothing up to the path is read otherwise than it is written, though it may be read as ours
      ...[
        'https:app.tenantry.example',
        'https:///app.tenantry.example',
        'HTTPS://app.tenantry.example/?x',
        'https://APP.tenantry.example?x',
      ],
      ...['https://%61pp.tenantry.example?x', 'https://app．tenantry.example?x', 'https://app.tenant\u00adry.example?x'],
      ...[`${CORS_ORIGIN}:?x`, `${CORS_ORIGIN}:0443?x`, `${CORS_ORIGIN}:80?x`, 'http://app.tenantry.example:443?x', `${CORS_ORIGIN}.?x`],
      ...[`${CORS_ORIGIN}?\n`, `${CORS_ORIGIN}/\t?x`, `${CORS_ORIGIN}/ x`, `${CORS_ORIGIN}\\?x`, `${CORS_ORIGIN}/\u0085?x`],
      ...[
        `${CORS_ORIGIN}:443@${host}`,
        `https://${host}?${CORS_ORIGIN}`,
        `https://@app.tenantry.example?x`,
        `https://${host}#@app.tenantry.example/`,
      ],
      ...[`https://${host}:443?x`, `https://${host}/طلب`, `${CORS_ORIGIN}.${host}?x`, `http://${domain}?x`, `https://${domain}:8443?x`],
    ])
      assert.equal((await start({ code, returnTo })).returnTo, null, JSON.stringify(returnTo))
    // of another workspace, and of none
    const other = (await tenantWithAdmin(app)).tenant
    assert.equal((await start({ code: other.code, returnTo: `https://${domain}/` })).returnTo, null)
    assert.equal((await start({ returnTo: `https://${domain}/` })).returnTo, null)
  })
})
