/** What may go wrong on the pages for end users: one clear sentence each, in both languages, and none tells whether an address is known. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { codeAt, enableTwoFactorAt, wrongCode } from '../auth/authenticator.ts'
import { lastReset } from '../auth/mail.ts'
import { setAccount } from '../auth/people.ts'
import { expectStatus } from '../harness.ts'
import { queuedCode } from '../sms/queued.ts'
import { codeFor } from '../users/rig.ts'
import { alertOf, enter, fresh, password, type Stage, stage, tenant, type, user, whole } from './account/stage.ts'
import { arabic, barriers, drawn, english, skip, visit } from './chromium.ts'

const door = '/api/v1/auth/user'
const field = (page: Page, name: string) => page.locator(`input[name=${name}]`)
const submit = (page: Page) => page.locator('form button[type=submit]').click()
const languages = [
  ['en', english],
  ['ar', arabic],
] as const

describe('what goes wrong on the pages for end users', { skip }, () => {
  let scene: Stage
  before(async () => {
    scene = await stage()
  })

  it('a part of a page that does not come is said, in the language of the page, and comes when it is asked for again', async () => {
    for (const [language, options] of languages) {
      await using guest = await visit(scene.app.url, options)
      const { page } = guest
      const again = page.getByRole('button', { name: language === 'en' ? 'Try again' : 'حاول مجددًا' })
      for (const [part, there] of [
        ['UserSignIn', field(page, 'password')],
        ['SignedIn', page.locator('.own-body h1')],
        ['Sessions', page.locator('.me-here')],
      ] as const) {
        const script = `**/assets/${part}-*.js`
        await page.route(script, (route) => route.abort())
        await page.goto(part === 'Sessions' ? '/account/sessions' : part === 'UserSignIn' ? '/account/sign-in?w=harbour' : '/account')
        await page.getByRole('alert').waitFor()
        assert.equal(await there.count(), 0)
        await page.unroute(script)
        await again.click()
        await there.waitFor()
        if (part === 'UserSignIn') await enter(page, scene.user.email)
      }
      assert.deepEqual(
        guest.faults.filter((fault) => !/Failed to load resource/.test(fault)),
        [],
      )
    }
  })

  it('an unknown workspace is one sentence, and its code can be typed', async () => {
    for (const [language, options] of languages)
      for (const page of ['sign-in', 'register', 'verify', 'forgot', 'reset']) {
        await using guest = await visit(scene.app.url, options)
        await guest.page.clock.install()
        await guest.page.goto(`/account/${page}?w=no-such-place`)
        const note = guest.page.locator('.note')
        await note.waitFor()
        assert.equal(await note.count(), 1)
        assert.match(await note.innerText(), language === 'en' ? /no workspace with this code/ : /لا توجد مساحة عمل/)
        assert.equal(await guest.page.locator('input[name=password]').count(), 0)
        // the page is older than it would wait for a first answer: the next one is waited for like that
        await guest.page.clock.runFor(2_000)
        const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
        await guest.page.route('**/public/sign-in?code=harbour', (route) => answered.then(() => route.continue()))
        await field(guest.page, 'workspace').fill('harbour')
        await submit(guest.page)
        await guest.page.waitForURL(new RegExp(`/account/${page}\\?w=harbour$`))
        await guest.page.locator('.login[aria-busy=true]').waitFor()
        answer()
        await guest.page.locator('.login-box').waitFor()
        assert.deepEqual(guest.faults, [])
      }
  })

  it('a workspace that is closed shows its name and that it is closed, on every page, and nothing to type', async () => {
    const closed = await tenant(scene.app, 'Closed <b>House</b>', 'closed', { primaryColor: '#ff0000', loginHeadline: 'Come in' })
    const token = await scene.app.superToken()
    expectStatus(await scene.app.request('PUT', `/api/v1/Tenants/${closed.id}`, { body: { status: 'Suspended' }, token }), 200)
    for (const [language, options] of languages) {
      await using guest = await visit(scene.app.url, options)
      for (const page of ['sign-in', 'register', 'verify', 'forgot', 'reset']) {
        await guest.page.goto(`/account/${page}?w=closed`)
        await guest.page.getByRole('heading', { name: 'Closed <b>House</b>' }).waitFor()
        assert.match(await guest.page.locator('.note').innerText(), language === 'en' ? /closed at present/ : /مغلقة حاليًا/)
        assert.equal(await guest.page.locator('input').count(), 0)
        assert.ok(!(await guest.page.locator('main').innerText()).includes('Come in'))
      }
      assert.deepEqual(await barriers(guest.page), [])
      assert.deepEqual(guest.faults, [])
    }
  })

  it('registration that is closed is said', async () => {
    await tenant(scene.app, 'Members', 'members', { registrationEnabled: false })
    for (const [language, options] of languages) {
      await using guest = await visit(scene.app.url, options)
      await guest.page.goto('/account/register?w=members')
      assert.match(await guest.page.locator('.note').innerText(), language === 'en' ? /takes no registrations/ : /لا تقبل/)
      assert.equal(await guest.page.locator('input').count(), 0)
      await guest.page.goto('/account/sign-in?w=members')
      await field(guest.page, 'password').waitFor()
      assert.equal(await guest.page.locator('.login-also').count(), 0)
    }
  })

  it('what registration refuses stands under its field, by each rule of the password, which the page ticks off as the service judges', async () => {
    const { app } = scene
    const rules = { passwordMinLength: 10, passwordRequireUppercase: true, passwordRequireNumber: true, passwordRequireSpecial: true }
    const strict = await tenant(app, 'Strict', 'strict', rules)
    await using guest = await visit(app.url)
    const { page } = guest
    await page.goto('/account/register?w=strict')
    await field(page, 'firstName').fill('Lina')
    await field(page, 'lastName').fill('Khoury')
    await field(page, 'email').fill('lina@strict.example')
    await field(page, 'username').fill('lina.strict')
    for (const [secret, met] of [
      ['Sh0rt!', ['capital', 'digit', 'sign']],
      ['quiet-harbour-lamp', ['characters', 'sign']],
      ['Quiet-harbour-lamp', ['characters', 'capital', 'sign']],
      ['Quiet1harbour2lamp', ['characters', 'capital', 'digit']],
    ] as const) {
      await field(page, 'password').fill(secret)
      const ticked = await page.locator('.rules li[data-met]').allInnerTexts()
      assert.equal(ticked.length, met.length, ticked.join())
      for (const word of met)
        assert.ok(
          ticked.some((text) => text.includes(word)),
          word,
        )
      const answer = page.waitForResponse((response) => response.url().endsWith('/register'))
      await submit(page)
      assert.equal((await answer).status(), 400)
      await page.locator('.mantine-InputWrapper-error').first().waitFor()
      assert.equal(await page.locator('input[aria-invalid=true]').getAttribute('name'), 'password')
    }
    await field(page, 'password').fill('Quiet1-harbour-lamp')
    assert.equal(await page.locator('.rules li[data-met]').count(), 4)
    await submit(page)
    await page.waitForURL(/\/account\/verify/)

    await page.goto('/account/register?w=strict')
    await field(page, 'firstName').fill('Other')
    await field(page, 'lastName').fill('One')
    await field(page, 'email').fill('lina@strict.example')
    await field(page, 'username').fill('other.one')
    await field(page, 'phoneNumber').fill('+962 79 000 00 02')
    await field(page, 'password').fill('Quiet1-harbour-lamp')
    await submit(page)
    await page.locator('.mantine-InputWrapper-error').first().waitFor()
    assert.equal(await page.locator('input[aria-invalid=true]').getAttribute('name'), 'email')
    assert.ok(await page.locator('input[name=email]:focus').count())
    const noAddress = page.waitForResponse((response) => response.url().endsWith('/register'))
    await field(page, 'email').fill('lina at home')
    await submit(page)
    assert.equal((await noAddress).status(), 400)
    await page.getByText('This value is not in the right form.').waitFor()
    // that it is closed by now stands at no field
    const token = await app.superToken()
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${strict.id}`, { body: { status: 'Suspended' }, token }), 200)
    await field(page, 'email').fill('lina@home.example')
    await submit(page)
    await page.getByText('This workspace is closed at present').waitFor()
    assert.deepEqual(guest.faults, [])
  })

  it('wrong, late and used codes are one sentence each, and what was typed stays', async () => {
    const { app } = scene
    for (const [language, options] of languages) {
      const email = `codes.${language}@harbour.example`
      const body = { username: `codes.${language}`, email, password, tenantCode: 'harbour' }
      const { id } = expectStatus(await app.post(`${door}/register`, body), 201).json
      await using guest = await visit(app.url, options)
      const { page } = guest
      await page.goto('/account/verify?w=harbour')
      await field(page, 'email').fill(email)
      await page.locator('form button.quiet-link').click()
      await page.locator('.note[data-tone=blue]').waitFor()
      const right = await codeFor(app, id, 'email_verification')
      await field(page, 'code').fill(right === '000000' ? '000001' : '000000')
      await alertOf(page).waitFor()
      assert.match(await alertOf(page).innerText(), language === 'en' ? /2 tries left/ : /محاولتان/)
      assert.equal(await field(page, 'email').inputValue(), email)
      // digits as an Arabic keyboard has them
      await field(page, 'code').fill(language === 'ar' ? right.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '') : right)
      await page.locator('.note[data-tone=green]').waitFor()
      await page.goto(`/account/verify?w=harbour#email=${email}&code=${right}`)
      await submit(page)
      await alertOf(page).waitFor()

      app.clock.turn(61_000)
      expectStatus(await app.post(`${door}/request-password-reset`, { email, tenantCode: 'harbour' }), 202)
      const { code = '' } = await lastReset(app, id)
      await page.goto(`/account/reset?w=harbour#email=${encodeURIComponent(email)}&code=${code}`)
      assert.equal(await field(page, 'code').inputValue(), code)
      assert.ok(!page.url().includes(code))
      await field(page, 'password').fill('password')
      await submit(page)
      await page.locator('.mantine-InputWrapper-error').waitFor()
      // a refused password does not cost the code
      app.clock.turn(60 * 60_000)
      await field(page, 'password').fill(fresh)
      await submit(page)
      await alertOf(page).waitFor()
      assert.ok(page.url().includes('/account/reset'))
      assert.deepEqual(guest.faults, [])
    }
  })

  it('a code is sent again after a countdown, and not before', async () => {
    const { app } = scene
    await using guest = await visit(app.url)
    const { page } = guest
    await page.route('**/auth/user/send-email-verification', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), retryAfterSeconds: 2 } })
    })
    await page.goto('/account/verify?w=harbour')
    await field(page, 'email').fill('nobody@nowhere.example')
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.getByText('If this address is still to be confirmed').waitFor()
    const again = page.getByRole('button', { name: /^Another code in/ })
    await again.waitFor()
    assert.equal(await again.isDisabled(), true)
    await page.getByRole('button', { name: 'Send another code' }).waitFor()
    assert.deepEqual(guest.faults, [])
  })

  it('nothing tells whether an address is known: the same requests, status, words and page', async () => {
    const { app } = scene
    const known = await user(app, scene.tenant)
    await setAccount(app, known.id, { emailVerifiedAt: null })
    const told = async (page: 'forgot' | 'verify' | 'sign-in', email: string) => {
      await using guest = await visit(app.url)
      const answers: Promise<string>[] = []
      const note = async (request: Request) => {
        const answer = await request.response()
        const text = (await answer?.text())?.replace(/"traceId":"[^"]*"/, '')
        return `${request.method()} ${new URL(request.url()).pathname} ${answer?.status()} ${text}`
      }
      guest.page.on('request', (request) => {
        if (request.url().includes('/api/')) answers.push(note(request))
      })
      await guest.page.goto(`/account/${page}?w=harbour`)
      if (page === 'sign-in') await type(guest.page, email, 'not the password at all')
      else {
        await field(guest.page, 'email').fill(email)
        await (page === 'forgot' ? submit(guest.page) : guest.page.getByRole('button', { name: 'Send a code' }).click())
      }
      await guest.page.locator('.note').first().waitFor()
      const text = await guest.page.locator('main').innerText()
      const seen = await Promise.all(answers)
      const sent = { forgot: 'request-password-reset', verify: 'send-email-verification', 'sign-in': 'login' }[page]
      assert.ok(
        seen.some((line) => line.startsWith(`POST ${door}/${sent} `)),
        seen.join('\n'),
      )
      return { text: text.replace(/\d+ seconds?/, 'n seconds'), seen, url: guest.page.url() }
    }
    for (const page of ['forgot', 'verify', 'sign-in'] as const)
      assert.deepEqual(await told(page, known.email), await told(page, 'nobody@nowhere.example'), page)
  })

  it('the second factor: a wrong code, a backup code, and one that came too late', async () => {
    const { app } = scene
    const lina = await user(app, scene.tenant)
    const { accessToken } = expectStatus(
      await app.post(`${door}/login`, { username: lina.email, password, tenantCode: 'harbour' }),
      200,
    ).json
    const { secret, backupCodes } = await enableTwoFactorAt(app, door, password, accessToken)
    await using guest = await visit(app.url)
    const { page } = guest
    const code = page.locator('.code-field input')
    const begin = async () => {
      await page.goto('/account/sign-in?w=harbour')
      await type(page, lina.email)
      await code.waitFor()
    }
    await begin()
    assert.deepEqual(await barriers(page), [])
    await code.fill(wrongCode(secret, app.clock.now()))
    await alertOf(page).waitFor()
    await code.fill(codeAt(secret, app.clock.now()))
    await whole(page)
    await guest.context.clearCookies()
    await begin()
    await page.getByRole('button', { name: 'Use a backup code' }).click()
    await code.fill(backupCodes[0] ?? '')
    await page.getByRole('button', { name: 'Continue' }).click()
    await whole(page)
    await guest.context.clearCookies()
    await page.route('**/auth/user/login', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), expiresIn: 1 } })
    })
    await begin()
    await page.getByText('Enter your password again.').waitFor()
    await page.unroute('**/auth/user/login')
    await type(page, lina.email)
    for (let wrong = 0; wrong < 5; wrong++) {
      const answer = page.waitForResponse('**/2fa/verify')
      await code.fill(wrongCode(secret, app.clock.now()))
      await answer
      if (wrong < 4) await alertOf(page).waitFor()
    }
    // no code opens it any more, though there is time left
    await page.getByText('Enter your password again.').waitFor()
    await field(page, 'password').waitFor()
    assert.deepEqual(guest.faults, [])
  })

  it('a password that is owed is changed before anything else opens', async () => {
    const { app } = scene
    const owing = await user(app, scene.tenant)
    await setAccount(app, owing.id, { mustChangePassword: true })
    await using guest = await visit(app.url)
    const { page } = guest
    await page.goto('/account/sessions')
    // a name without an address is one of a workspace, which nothing says here
    await field(page, 'identifier').fill(owing.username)
    await field(page, 'workspace').fill('no-such-place')
    await type(page, owing.username)
    await page.getByText('There is no workspace with this code').waitFor()
    await field(page, 'workspace').fill(' Harbour ')
    await submit(page)
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    assert.deepEqual(await barriers(page), [])
    // the language that is chosen meanwhile is the one of the account from then on
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/preferences') && answer.request().method() === 'PUT')
    await page.locator('button[lang=ar]').click()
    assert.equal((await (await kept).json()).language, 'ar')
    await field(page, 'current').fill(password)
    await field(page, 'new').fill(fresh)
    await submit(page)
    await page.locator('.me-here').waitFor()
    assert.equal(new URL(page.url()).pathname, '/account/sessions')
    assert.equal(await page.locator('html').getAttribute('lang'), 'ar')
    assert.deepEqual(guest.faults, [])
  })

  it('a session that is revoked leads to sign-in and back; what another saved meanwhile is shown beside', async () => {
    const { app } = scene
    const lina = await user(app, scene.tenant)
    await setAccount(app, lina.id, { language: 'en' })
    await using guest = await visit(app.url)
    const { page } = guest
    // what is chosen before the page has read what was kept is not taken back by that
    const [isChosen, isRead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/Users/me/preferences', async (route) => {
      if (route.request().method() !== 'GET') return await route.fallback()
      const response = await route.fetch()
      await isChosen.promise
      await route.fulfill({ response }).catch(() => undefined)
      isRead.resolve()
    })
    const put = () => page.waitForResponse((answer) => answer.url().endsWith('/preferences') && answer.request().method() === 'PUT')
    await page.goto('/account/preferences?w=harbour')
    await enter(page, lina.email)
    for (const language of ['ar', 'en']) {
      const answered = put()
      await page.locator(`.own-head button[lang=${language}]`).click()
      await (await answered).finished()
      isChosen.resolve()
      await isRead.promise
      // the page has drawn what it heard
      await drawn(page)
      assert.equal(await page.locator('html').getAttribute('lang'), language)
    }
    await page.unroute('**/Users/me/preferences')
    const { accessToken } = expectStatus(
      await app.post(`${door}/login`, { username: lina.email, password, tenantCode: 'harbour' }),
      200,
    ).json
    await page.goto('/account')
    await page.getByLabel('First name').fill('Mine')
    expectStatus(await app.request('PUT', '/api/v1/Users/me', { body: { firstName: 'Theirs' }, token: accessToken }), 200)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody else changed this record meanwhile').waitFor()
    assert.deepEqual(await barriers(page), [])
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText('Your profile is saved').waitFor()
    await page.locator('.own-tabs a[href="/account/linked"]').click()
    await page.locator('.nothing').waitFor()
    expectStatus(await app.post(`${door}/sessions/revoke-all`, {}, { token: accessToken }), 200)
    // the live stream says so: nobody touches anything
    await page.waitForURL(/\/account\/sign-in\?w=harbour&returnTo=%2Faccount%2Flinked$/)
    await enter(page, lina.email)
    assert.equal(new URL(page.url()).pathname, '/account/linked')
    // the language that is chosen is that of the account: the next start would have the one before
    const kept = put()
    await page.locator('.own-head button[lang=ar]').click()
    assert.equal((await (await kept).json()).language, 'ar')
    await page.locator('html[lang=ar]').waitFor()
    assert.deepEqual(guest.faults, [])
  })

  it('a code for the phone number is texted, wrong once, and right', async () => {
    const { app } = scene
    await using guest = await visit(app.url)
    const { page } = guest
    await setAccount(app, scene.user.id, { phoneNumber: '+962000000000' })
    await page.goto('/account/phone?w=harbour')
    await enter(page, scene.user.email)
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.getByText('We can’t text this number').waitFor()
    await setAccount(app, scene.user.id, { phoneNumber: '+962790000001' })
    await page.reload()
    await page.getByText('We text six digits').waitFor()
    await page.getByRole('button', { name: 'Send a code' }).click()
    await field(page, 'code').waitFor()
    assert.deepEqual(await barriers(page), [])
    const right = await queuedCode(app, scene.user.id)
    await field(page, 'code').fill(right === '000000' ? '000001' : '000000')
    await alertOf(page).waitFor()
    await field(page, 'code').fill(right)
    await page.getByText('Your phone number is confirmed').waitFor()
    await whole(page)
    assert.equal(new URL(page.url()).pathname, '/account')
    await page.locator('.own-fact a').waitFor({ state: 'detached' })
    // an address that is not proved has a way there, too, which leads back
    await setAccount(app, scene.user.id, { emailVerifiedAt: null })
    await page.reload()
    await page.locator('.own-fact a').click()
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.locator('.note[data-tone=blue]').waitFor()
    await field(page, 'code').fill(await codeFor(app, scene.user.id, 'email_verification'))
    await page.locator('.own-fact').getByText('Confirmed', { exact: true }).nth(1).waitFor()
    assert.equal(new URL(page.url()).pathname, '/account')
    assert.deepEqual(guest.faults, [])
  })
})
