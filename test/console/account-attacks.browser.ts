/** The pages for end users as an attacker sees them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, describe, it } from 'node:test'
import { setSettings } from '../auth/people.ts'
import { type Providers, somebody, startProviders } from '../providers/rig.ts'
import { atEnd } from '../rig/cleanup.ts'
import { letIn } from './account/google.ts'
import { enter, fresh, harbour, password, pathOf, type Tenant, tenant, type, user } from './account/stage.ts'
import { arabic, drawn, english, skip, visit } from './chromium.ts'

const hostile = '<img src=x onerror=alert(1)>'

describe('the pages for end users, attacked', { skip }, () => {
  let rig: Providers
  let shop: Tenant
  before(async () => {
    rig = await startProviders()
    shop = await tenant(rig.app, 'Harbour', 'harbour', harbour)
  })

  it('are framed by nobody', async () => {
    const { app } = rig
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<iframe src="${app.url}/account/sign-in?w=harbour"></iframe>`)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    atEnd(async () => {
      server.closeAllConnections()
      server.close()
    })
    await using guest = await visit(app.url)
    await guest.page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const [, frame] = guest.page.frames()
    await frame?.waitForLoadState()
    assert.equal(frame?.url(), 'chrome-error://chromewebdata/')
  })

  it('show what a tenant says of itself as text, and take nothing of it but colours', async () => {
    const { app } = rig
    const bad = await tenant(app, hostile, 'hostile', {
      companyName: hostile,
      loginHeadline: hostile,
      loginSubtitle: '</style><script>alert(1)</script>',
      primaryColor: '#0a7d5a',
      termsOfServiceUrl: 'javascript:alert(1)',
      privacyPolicyUrl: 'data:text/html,<script>alert(1)</script>',
      faviconUrl: 'javascript:alert(1)',
      loginBrandingJson: JSON.stringify({
        en: { headline: hostile, subtitle: ['x'], toString: 1 },
        ar: { headline: `${hostile} ${'ا'.repeat(10_000)}` },
        dark: { primaryColor: 'url(https://evil.example/x);}*{display:none' },
        css: 'body{display:none}',
        logoUrl: 'https://evil.example/x.png',
      }),
    })
    await user(app, bad, { username: 'lina.hostile' })
    for (const options of [english, arabic])
      for (const page of ['sign-in', 'register', 'forgot']) {
        await using guest = await visit(app.url, options)
        let dialogs = 0
        guest.page.on('dialog', (dialog) => {
          dialogs += 1
          void dialog.dismiss()
        })
        await guest.page.goto(`/account/${page}?w=hostile`)
        const heading = guest.page.locator('h1')
        await heading.waitFor()
        if (page === 'sign-in') assert.ok((await heading.innerText()).startsWith(hostile))
        assert.equal(await guest.page.locator('main img, main script, main iframe, a[href^=javascript], a[href^=data]').count(), 0)
        const style = (await guest.page.locator('html').getAttribute('style')) ?? ''
        assert.match(style, /^(?:[\w-]+: *(?:#[0-9a-f]{6}|[\w -]+); ?)*$/i)
        assert.ok((await guest.page.locator('html').innerText()).length < 2000)
        assert.equal(dialogs, 0)
        assert.deepEqual(guest.faults, [])
      }
    // what no validation lets through is not drawn either
    await setSettings(app, bad.id, { primaryColor: 'red', loginBrandingJson: '[{' })
    await using guest = await visit(app.url)
    await guest.page.goto('/account/sign-in?w=hostile')
    await guest.page.locator('h1').waitFor()
    assert.ok(!((await guest.page.locator('html').getAttribute('style')) ?? '').includes('red'))
  })

  it('lead home after sign-in, whatever returnTo is, and only where it is ours to there', async () => {
    const { app } = rig
    const lina = await user(app, shop)
    await using guest = await visit(app.url)
    const { page, faults } = guest
    const host = new URL(app.url).host
    for (const returnTo of [
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '\\/evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '///evil.example/account',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)//',
      ' javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'https://evil.example/account',
      'https:evil.example',
      `http://${host}@evil.example/`,
      `http://${host}.evil.example/`,
      `blob:http://${host}/account`,
      '/account/sign-in?w=harbour',
      '/account/callback/google?code=1&state=2',
      'account/../..//evil.example',
      encodeURIComponent('//evil.example'),
      encodeURIComponent('javascript:alert(1)'),
    ]) {
      await page.goto(`/account/sign-in?w=harbour&returnTo=${encodeURIComponent(returnTo)}`)
      await enter(page, lina.email)
      assert.equal(pathOf(page), '/account', returnTo)
    }
    // one that is too long to be asked for leaves the page what it is
    await page.goto(`/account/sign-in?w=harbour&returnTo=/${'!'.repeat(1400)}`)
    await page.getByRole('heading', { name: 'Sign in to Harbour Optics' }).waitFor()
    for (const returnTo of ['/account/sessions', '/health', `${app.url}/account/linked`]) {
      await page.goto(`/account/sign-in?w=harbour&returnTo=${encodeURIComponent(returnTo)}`)
      await type(page, lina.email)
      await page.waitForURL(new URL(returnTo, app.url).href)
    }
    assert.deepEqual(faults, [])
  })

  it('take no answer of a provider that was begun in another browser, and none twice', async () => {
    const { app, google } = rig
    const attacker = somebody()
    const door = letIn(google, attacker)
    door.isHeld = true
    const begun = `${google.url}/authorize?**`
    await using mine = await visit(app.url)
    // the attacker begins, and keeps the way back to themselves
    await mine.page.goto('/account/sign-in?w=harbour')
    await mine.page.getByRole('button', { name: 'Continue with Google' }).click()
    await mine.page.waitForURL(begun)
    assert.ok(door.last.includes('code=good'))
    for (const [language, options] of [
      ['en', english],
      ['ar', arabic],
    ] as const) {
      await using victim = await visit(app.url, options)
      const sent: string[] = []
      victim.page.on('request', (request) => sent.push(request.postData() ?? ''))
      await victim.page.goto(door.last)
      const note = victim.page.locator('.note[data-tone=red]')
      await note.waitFor()
      assert.match(await note.innerText(), language === 'en' ? /was not begun in this tab/ : /لم يبدأ هذا الدخول في هذا التبويب/)
      assert.equal(pathOf(victim.page), '/account/callback/google')
      assert.deepEqual(await victim.context.cookies(), [])
      // a sign-in that the victim has begun meanwhile is over as well: its state was another
      await victim.page.goto('/account/sign-in?w=harbour')
      await victim.page.locator('.login-box button', { hasText: 'Google' }).click()
      await victim.page.waitForURL(begun)
      const own = door.last
      await victim.page.goto(`${own.split('&state=')[0]}&state=of-another`)
      await note.waitFor()
      await victim.page.goto(own)
      await note.waitFor()
      assert.ok(sent.every((body) => !body.includes('"code"')))
      assert.deepEqual(
        victim.faults.filter((fault) => !fault.startsWith('asked ')),
        [],
      )
    }
  })

  it('say what a provider refused, where an account has the address, and where a provider is not trusted with it', async () => {
    const { app, google } = rig
    const door = letIn(google, somebody())
    door.back = 'error=access_denied&error_description=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E'
    for (const [language, options] of [
      ['en', english],
      ['ar', arabic],
    ] as const) {
      await using guest = await visit(app.url, options)
      await guest.page.goto('/account/sign-in?w=harbour&returnTo=/account/linked')
      await guest.page.locator('.login-box button', { hasText: 'Google' }).click()
      const note = guest.page.locator('.note[data-tone=red]')
      await note.waitFor()
      assert.match(await note.innerText(), language === 'en' ? /did not let you in/ : /لم يسمح لك المزوّد/)
      assert.equal(pathOf(guest.page), '/account/callback/google?w=harbour&returnTo=%2Faccount%2Flinked')
      assert.ok(!(await guest.page.locator('html').innerText()).includes('onerror'))
      // the way back leads to the page of the same workspace, though nothing of what was begun is left
      await guest.page.reload()
      await note.waitFor()
      assert.equal(pathOf(guest.page), '/account/callback/google?w=harbour&returnTo=%2Faccount%2Flinked')
      await guest.page.locator('.login-box button.quiet-link').first().click()
      await guest.page.waitForURL(/\/account\/sign-in\?w=harbour&returnTo=%2Faccount%2Flinked$/)
    }
    const lina = await user(app, shop)
    door.claims = somebody({ email: lina.email, email_verified: false })
    door.back = 'code=good'
    await using guest = await visit(app.url)
    await guest.page.goto('/account/sign-in?w=harbour')
    // whoever is back by the way back of the browser finds the page as it was left, and may go once more
    await guest.page.route(`${google.url}/authorize?**`, (route) => route.fulfill({ status: 204 }), { times: 1 })
    await guest.page.getByRole('button', { name: 'Continue with Google' }).click()
    await guest.page.locator('.login-box button[data-loading]').waitFor()
    await guest.page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))')
    await guest.page.getByRole('button', { name: 'Continue with Google' }).click()
    await guest.page.getByText('An account with this e-mail address exists already').waitFor()
    await guest.page.getByText('Sign in the way you did before').waitFor()
    // what the provider answered is good once: the way back to it opens nothing, and waits for nothing
    await guest.page.locator('.login-box button.quiet-link').first().click()
    await guest.page.getByRole('button', { name: 'Continue with Google' }).waitFor()
    await guest.page.goBack()
    await guest.page.getByText('was not begun in this tab').waitFor()
    // whoever is known to nobody is of no workspace, unless the page is of one
    door.claims = somebody()
    await guest.page.goto('/account/sign-in')
    await guest.page.getByRole('button', { name: 'Continue with Google' }).click()
    await guest.page.getByText('Begin at the address of your workspace').waitFor()
    door.claims = somebody({ email: undefined })
    await guest.page.goto('/account/sign-in?w=harbour')
    await guest.page.getByRole('button', { name: 'Continue with Google' }).click()
    await guest.page.getByText('gave no e-mail address').waitFor()
    // an address that is to be proved first, which the provider does not vouch for, is proved like any other
    await tenant(app, 'Proved', 'proved', { requireEmailVerification: true })
    door.claims = somebody({ email_verified: false })
    await guest.page.goto('/account/sign-in?w=proved&returnTo=/account/linked')
    await guest.page.getByRole('button', { name: 'Continue with Google' }).click()
    await guest.page.getByText('Confirm your address before you sign in').waitFor()
    assert.equal(pathOf(guest.page), '/account/verify?w=proved&returnTo=%2Faccount%2Flinked')
  })

  it('keep no secret where a script, the address or the next one at the machine finds it', async () => {
    const { app } = rig
    const lina = await user(app, shop)
    await using guest = await visit(app.url)
    const { page, context } = guest
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url(), request.headers().referer ?? ''))
    await page.goto('/account/two-factor?w=harbour')
    const answer = page.waitForResponse((response) => response.url().endsWith('/auth/user/login') && response.ok())
    await enter(page, lina.email)
    const { accessToken, refreshToken } = await (await answer).json()
    assert.equal(refreshToken, null)
    const kept = async () =>
      String(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state])'))
    const cookies = await context.cookies()
    assert.deepEqual(
      cookies.map(({ name, httpOnly, secure, sameSite, path }) => [name, httpOnly, secure, sameSite, path]),
      [['tenantry_user_refresh', true, true, 'Strict', '/api/v1/auth/user']],
    )
    const secrets = [password, accessToken as string, ...cookies.map(({ value }) => value)]
    const seen = (await kept()) + (await page.content())
    for (const secret of secrets) {
      assert.ok(!seen.includes(secret))
      assert.ok(sent.every((text) => !text.includes(secret)))
    }
    await page.goto(`/account/reset?w=harbour#email=${lina.email}&code=194372`)
    await page.locator('input[name=code]').waitFor()
    assert.equal(await page.locator('input[name=code]').inputValue(), '194372')
    assert.ok(!page.url().includes('194372') && !/194372|@/.test(await kept()))
    await page.locator('input[name=password]').fill(fresh)
    await page.goto('/account/verify?w=harbour')
    await page.locator('input[name=code]').waitFor()
    assert.equal(await page.locator('input[name=code]').inputValue(), '')
    assert.ok(sent.every((text) => !text.includes('194372')))
  })

  it('have one session for a browser at one host: who signs in to a second tenant is shown as themselves in each tab', async () => {
    const { app } = rig
    const globex = await tenant(app, 'Globex', 'globex', { primaryColor: '#b3212b', companyName: 'Globex Energy' })
    const [lina, omar] = [await user(app, shop), await user(app, globex, { firstName: 'Omar', lastName: 'Said' })]
    await using guest = await visit(app.url)
    const { page, context } = guest
    await page.goto('/account?w=harbour')
    await enter(page, lina.email)
    await page.getByText(lina.email).waitFor()
    const other = await context.newPage()
    await other.goto('/account/sign-in?w=globex')
    await enter(other, omar.email)
    for (const tab of [page, other]) {
      await tab.getByText(omar.email).waitFor()
      await tab.locator('.own-brand', { hasText: 'Globex Energy' }).waitFor()
      assert.ok(!(await tab.locator('body').innerText()).includes(lina.email))
    }
    // a third one is told of as well, once, in whatever language
    const toast = page.locator('.mantine-Notification-root')
    const noor = await user(app, shop, { firstName: 'Noor' })
    for (const next of [null, noor]) {
      if (next) {
        await other.goto('/account/sign-in?w=harbour')
        await enter(other, next.email)
        await page.getByText(next.email).waitFor()
      }
      await toast.filter({ hasText: 'Somebody else has signed in with this browser' }).waitFor()
      // it goes by itself as well
      await toast
        .getByRole('button')
        .click({ timeout: 4000 })
        .catch(() => undefined)
      await toast.waitFor({ state: 'detached' })
    }
    await page.locator('.own-head button[lang=ar]').click()
    await page.locator('html[lang=ar]').waitFor()
    await drawn(page)
    assert.equal(await toast.count(), 0)
    await other.goto('/account/sign-in?w=globex')
    await enter(other, omar.email)
    // whatever an address says, the account is what it is
    await page.goto('/account?w=harbour')
    await page.locator('.own-brand', { hasText: 'Globex Energy' }).waitFor()
    assert.deepEqual(guest.faults, [])
  })
})
