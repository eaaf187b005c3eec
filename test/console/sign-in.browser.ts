/** Every way into the console, and what may go wrong on it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { codeAt, enableTwoFactor, wrongCode } from '../auth/authenticator.ts'
import { lastReset } from '../auth/mail.ts'
import { setAccount, setSettings, type TestAdmin } from '../auth/people.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { somebody, startProviders } from '../providers/rig.ts'
import { arabic, barriers, skip, type Visit, visit } from './chromium.ts'
import { signIn } from './scene.ts'

const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const alert = (page: Page) => page.getByRole('alert').first()
const whole = (page: Page) => page.locator('button.me').waitFor()
const fresh = 'Another-91-Password'

/** Types name and password and sends them, wherever that leads. */
async function type(page: Page, { email, password }: Pick<TestAdmin, 'email' | 'password'>): Promise<void> {
  await page.locator('input[name=identifier]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form:has(input[name=identifier]) button[type=submit]').click()
}

const refusal = (statusCode: number, code: string) => ({
  isSuccess: false,
  data: null,
  statusCode,
  code,
  message: 'Not now.',
  traceId: 'trace-4711',
})

/** Not the one that is kept: the clock of a test may have ended it. */
const rootToken = async (app: TestApp) => (await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })).accessToken

/** Signs an admin out everywhere, as somebody above them does. */
const endSessions = async (app: TestApp, { id }: Pick<TestAdmin, 'id'>) =>
  expectStatus(await app.post(`/api/v1/Admins/${id}/sessions/revoke-all`, {}, { token: await rootToken(app) }), 200)

/** A tenant over HTTP, with its first admin, and roles as the service makes them. */
async function harbour(app: TestApp, name: string, email: string, password: string) {
  const token = await rootToken(app)
  const body = { name, admin: { email, firstName: 'Kim', lastName: 'Keeper', password } }
  const tenant = expectStatus(await app.post('/api/v1/Tenants', body, { token }), 201).json
  const { items } = expectStatus(await app.get(`/api/v1/Admins?search=${email}`, { token }), 200).json
  const id = items.find((admin: { tenantId: string }) => admin.tenantId === tenant.id).id as string
  return { id, tenantId: tenant.id as string, code: tenant.code as string, email, password, username: '' }
}

describe('the ways into the console', { skip }, () => {
  let app: TestApp
  let keeper: TestAdmin & { code: string }
  before(async () => {
    app = await startApp()
    keeper = await harbour(app, 'Harbour', 'keeper@harbour.example', 'zuvaqor-71-Kestrel')
  })
  const rowOf = async (email: string) =>
    app.open.service.database.kysely.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  const own = async (name: string): Promise<TestAdmin> => {
    const admin = await harbour(app, `Tenant of ${name}`, `${name}@one.example`, 'zuvaqor-71-Kestrel')
    const row = await rowOf(admin.email)
    return { ...admin, id: row.id, tenantId: row.tenantId }
  }

  it('is the page of a tenant by its code: name, words, colour, and nothing that is no page', async () => {
    const row = await rowOf(keeper.email)
    const look = { loginHeadline: 'Welcome aboard', primaryColor: '#ffe000', termsOfServiceUrl: 'https://harbour.example/terms' }
    await setSettings(app, row.tenantId ?? '', look)
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await page.goto(`/console/login?w=${keeper.code}&returnTo=${encodeURIComponent('/admins?page=1&search=kim')}`)
    await page.getByRole('heading', { level: 1, name: 'Welcome aboard' }).waitFor()
    const { background, colour } = (await page
      .locator('form button[type=submit]')
      .evaluate(
        '(b => ({ background: getComputedStyle(b).backgroundColor, colour: getComputedStyle(b).color }))(this)'.replace(
          'this',
          'document.querySelector("form button[type=submit]")',
        ),
      )) as { background: string; colour: string }
    assert.deepEqual([background, colour], ['rgb(255, 224, 0)', 'rgb(0, 0, 0)'])
    assert.deepEqual(await barriers(page), [])
    await page.locator('input[name=identifier]').fill('somebody')
    assert.equal(await page.locator('input[name=workspace]').count(), 0, 'it is known where')
    await signIn(page, keeper.email)
    await whole(page)
    assert.equal(path(page), '/console/admins?page=1&search=kim')
    assert.deepEqual(faults, [])
    await using other = await visit(app.url)
    await other.page.goto('/console/login?w=no-such-place')
    await other.page.getByText('There is no workspace with this code.').waitFor()
    // what is an address is for the service to say
    await other.page.goto('/console/forgot')
    const address = other.page.locator('input[autocomplete=username]')
    for (const none of ['', 'sara at home']) {
      await address.fill(none)
      const refused = other.page.waitForResponse('**/request-password-reset')
      await other.page.getByRole('button', { name: 'Send a code' }).click()
      assert.equal((await refused).status(), 400)
      await other.page.locator('.mantine-InputWrapper-error').waitFor()
    }
    await address.fill('سارة@harbour.example')
    await other.page.getByRole('button', { name: 'Send a code' }).click()
    await other.page.locator('input[name=code]').waitFor()
    await setSettings(app, row.tenantId ?? '', { loginHeadline: null, primaryColor: null })
  })

  it('takes the second factor: a wrong code, one that is pasted, a backup code, and one that came too late', async () => {
    const admin = await own('factor')
    const { secret, backupCodes } = await enableTwoFactor(app, admin)
    await using guest = await visit(app.url)
    const { page, faults } = guest
    const code = page.locator('.code-field input')
    const enter = async () => {
      await page.goto('/console/login')
      await type(page, admin)
      await code.waitFor()
    }
    await enter()
    assert.deepEqual(await barriers(page), [])
    await code.fill(wrongCode(secret, app.clock.now()))
    await alert(page).waitFor()
    assert.equal(await code.inputValue(), '')
    // as an app shows it and somebody copies it
    const digits = codeAt(secret, app.clock.now())
    await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`)
    await whole(page)
    await guest.context.clearCookies()
    await enter()
    await page.getByRole('button', { name: 'Use a backup code' }).click()
    await code.fill((backupCodes[0] ?? '').replace(/^..../, '$&–'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await whole(page)
    await guest.context.clearCookies()
    await page.route('**/auth/admin/login', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), expiresIn: 1 } })
    })
    await enter()
    await page.getByText('Enter your password again.').waitFor()
    await page.locator('input[name=identifier]').waitFor()
    assert.deepEqual(faults, [])
  })

  it('asks where, when name and password are good in several workspaces', async () => {
    const shared = { email: 'both@two.example', password: 'zuvaqor-71-Kestrel' }
    await harbour(app, 'First <b>House</b>', shared.email, shared.password)
    await harbour(app, 'بيت ثانٍ', shared.email, shared.password)
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await page.goto('/console/login')
    await type(page, shared)
    await page.getByRole('heading', { name: 'Where do you want to sign in?' }).and(page.locator(':focus')).waitFor()
    assert.equal(await page.locator('.choices button').count(), 2)
    assert.deepEqual(await barriers(page), [])
    await page.locator('.choices button', { hasText: 'First <b>House</b>' }).click()
    await whole(page)
    assert.deepEqual(faults, [])
  })

  it('leads from the mail to a new password, by its link and by its code', async () => {
    const admin = await own('reset')
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await page.goto('/console/forgot')
    // another address is typed while the code of the first is asked for: none was asked for that one
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/request-password-reset', (route) => held.then(() => route.continue()), { times: 1 })
    const answered = page.waitForResponse('**/request-password-reset')
    await page.locator('input[inputmode=email]').fill('first@one.example')
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.locator('input[inputmode=email]').fill(admin.email)
    release()
    await answered
    await page.getByRole('button', { name: 'Send a code' }).click()
    // the code is next, but not where the address is typed once more
    await page.locator('input[name=code]:focus').waitFor()
    const address = page.locator('input[inputmode=email]')
    for (const key of ['End', 'Backspace', admin.email.slice(-1)]) await address.press(key)
    await page.locator('input[name=code]').waitFor()
    assert.equal(await page.locator('input[inputmode=email]:focus').count(), 1)
    const mail = await lastReset(app, admin.id)
    await page.locator('input[name=code]').fill(mail.code === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await alert(page).waitFor()
    await page.locator('input[name=code]').fill((mail.code ?? '').replace(/^.../, '$& '))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.locator('input[name=password]').fill('password')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.locator('.mantine-InputWrapper-error').waitFor()
    await page.locator('input[name=password]').fill(fresh)
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByText('Your password is changed. Sign in with it.').waitFor()
    await type(page, { ...admin, password: fresh })
    await whole(page)

    app.clock.turn(10 * 60_000)
    await app.post('/api/v1/auth/admin/request-password-reset', { email: admin.email, method: 'magic-link' })
    const { token } = await lastReset(app, admin.id)
    await using other = await visit(app.url, arabic)
    // where the mail leads: the service sends the browser on, and it keeps the token
    await other.page.goto(`/reset-password#token=${token}`)
    await other.page.locator('main button').first().click()
    await other.page.locator('input[name=password]').fill('Third-72-Password')
    await other.page.locator('form button[type=submit]').click()
    await other.page.waitForURL(/\/login/)
    assert.deepEqual([...faults, ...other.faults], [])
  })

  it('holds everything closed while a password or a second factor is owed', async () => {
    const admin = await own('owing')
    await setAccount(app, admin.id, { mustChangePassword: true })
    await setSettings(app, admin.tenantId ?? '', { require2fa: true, passwordRequireNumber: true })
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await page.goto('/console/admins')
    await type(page, admin)
    await page.waitForURL(/\/console\/duty/)
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
    assert.deepEqual(await barriers(page), [])
    await page.goto('/console/admins')
    await page.waitForURL(/\/console\/duty/)
    const rule = (name: string) => page.locator('.rules li', { hasText: name })
    await page.locator('input[name=current]').fill(admin.password)
    await page.locator('input[name=new]').fill('short')
    assert.equal(await rule('A digit').getAttribute('data-met'), null)
    await page.locator('input[name=new]').fill(fresh)
    assert.equal(await rule('A digit').getAttribute('data-met'), 'true')
    assert.equal(await rule('characters').getAttribute('data-met'), 'true')
    // the session ends meanwhile: the way back leads through the sign-in page, and what is owed is owed still
    await endSessions(app, admin)
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.waitForURL(/\/console\/login/)
    await type(page, admin)
    await page.waitForURL(/\/console\/duty/)
    await page.locator('input[name=current]').fill(admin.password)
    await page.locator('input[name=new]').fill(fresh)
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByRole('heading', { level: 1, name: 'Set up two-factor sign-in' }).waitFor()
    await page.locator('input[name=password]').fill(fresh)
    await page.getByRole('button', { name: 'Begin' }).click()
    const secret = await page.locator('.secret .cut').innerText()
    assert.deepEqual(await barriers(page), [])
    await page.locator('.code-field input').fill(codeAt(secret, app.clock.now()))
    assert.equal(
      await page
        .locator('.codes li')
        .count()
        .then(() => page.locator('.codes li').nth(9).waitFor()),
      undefined,
    )
    assert.deepEqual(await barriers(page), [])
    await page.getByLabel('I have saved them').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await whole(page)
    assert.equal(path(page), '/console/admins', 'where somebody wanted to go before they were led to what they owe')
    assert.deepEqual(faults, [])
  })

  it('begins a session again in place, and what was typed is still there', async () => {
    const admin = await own('again')
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await page.goto('/console/admins?do=new')
    await type(page, admin)
    await page.getByRole('dialog').getByLabel('First name').fill('Half of a na')
    await app.post('/api/v1/auth/admin/sessions/revoke-all', {}, { token: (await app.signIn(admin.email, admin.password)).accessToken })
    await page.evaluate("dispatchEvent(new Event('focus')); document.dispatchEvent(new Event('visibilitychange'))")
    await page.getByRole('dialog').first().getByLabel('Last name').fill('me')
    const again = page.getByRole('heading', { name: 'Sign in again' })
    // the stream may have told of the end before: the sign-in stands over the form then, and nothing is to be sent
    await page
      .getByRole('dialog')
      .first()
      .locator('button[type=submit]')
      .click({ timeout: 5000 })
      .catch(() => undefined)
    await again.waitFor()
    await type(page, admin)
    await again.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('dialog').getByLabel('First name').inputValue(), 'Half of a na')
    // one that ends before anything is there has nothing to stay in front of
    const other = await guest.context.newPage()
    await other.route('**/Admins/me/start*', async (route) => {
      await endSessions(app, admin)
      await route.continue()
    })
    await other.goto('/console/roles')
    await other.waitForURL(/\/console\/login\?returnTo=%2Froles$/)
    await other.locator('input[name=identifier]').waitFor()
    assert.deepEqual(faults, [])
  })

  it('counts down where the account is locked, and says what else went wrong', async () => {
    const admin = await own('locked')
    await using guest = await visit(app.url)
    const { page } = guest
    await page.goto('/console/login')
    for (let tries = 0; tries < 12 && !(await page.locator('form button[type=submit]:disabled').count()); tries++) {
      await type(page, { ...admin, password: 'not-the-Password-1' })
      await alert(page).waitFor()
    }
    assert.match(await alert(page).innerText(), /Try again in [\d,]+ seconds/)

    const answers: [string, (route: Route) => Promise<void>, RegExp][] = [
      [
        'too many',
        (route) =>
          route.fulfill({
            status: 429,
            headers: { 'retry-after': '7' },
            json: refusal(429, 'rate_limited'),
          }),
        /Try again in [67] seconds/,
      ],
      ['away', (route) => route.fulfill({ status: 503, json: refusal(503, 'unavailable') }), /trace-4711/],
      ['no network', (route) => route.abort(), /can’t be reached/],
      [
        'a page of a proxy',
        (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
        /answered in its place/,
      ],
    ]
    for (const [what, answer, said] of answers) {
      await page.route('**/auth/admin/login', answer)
      await page.goto('/console/login')
      await type(page, admin)
      await alert(page).waitFor()
      assert.match(await alert(page).innerText(), said, what)
      await page.unroute('**/auth/admin/login')
    }
    await page.route('**/public/sign-in*', (route) => route.abort())
    await page.goto('/console/login')
    await page.locator('input[name=identifier]').waitFor()
  })

  it('goes through a provider and comes back, for whoever is linked', async () => {
    const rig = await startProviders()
    const { google } = rig
    const admin = await harbour(rig.app, 'Linked', 'linked@one.example', 'zuvaqor-71-Kestrel')
    const claims = somebody()
    const { accessToken } = await rig.app.signIn(admin.email, admin.password)
    const link = { provider: 'google', token: await google.sign(claims) }
    expectStatus(await rig.app.post('/api/v1/auth/admin/external-logins/link', link, { token: accessToken }), 201)
    let nonce = ''
    google.answers.set('/authorize', (request, response) => {
      const asked = new URL(request.url ?? '', google.url).searchParams
      nonce = asked.get('nonce') ?? ''
      const back = `${asked.get('redirect_uri')}?code=good&state=${asked.get('state')}`
      response.writeHead(302, { location: back }).end()
    })
    google.answers.set('/token', async (_request, response) => {
      const body = { access_token: 'a', token_type: 'Bearer', id_token: await google.sign({ ...claims, nonce }) }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const home = rig.app.open.service.options.publicUrl
    await using guest: Visit = await visit(new URL(home).origin)
    const { page } = guest
    await page.goto('/console/login?returnTo=/admins?search=kim')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await whole(page)
    assert.equal(path(page), '/console/admins?search=kim')
    // the session ends while something is half typed: whoever has no password comes back the same way, and knows what that costs
    await page.getByRole('button', { name: 'New admin' }).click()
    await page.getByRole('dialog').getByLabel('First name').fill('Half of a na')
    await rig.app.post('/api/v1/auth/admin/sessions/revoke-all', {}, { token: accessToken })
    const another = page.getByRole('link', { name: 'Sign in another way' })
    await another.waitFor()
    await page.getByText('What you typed here is lost then').waitFor()
    assert.deepEqual(await barriers(page), [])
    await another.click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in to Linked' }).waitFor()
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await whole(page)
    await page.waitForURL(/\/console\/admins\?search=kim&do=new$/)
    assert.equal(await page.getByRole('dialog').getByLabel('First name').inputValue(), '')
    assert.ok(!((await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')) as string).includes('codeVerifier'))
    await page.goto('/console/callback/google?code=stolen&state=other')
    await page.getByText('This sign-in was not begun in this tab').waitFor()
    assert.equal(path(page), '/console/callback/google')
    assert.deepEqual(
      guest.faults.filter((fault) => !fault.includes(google.url)),
      [],
    )
  })
})
