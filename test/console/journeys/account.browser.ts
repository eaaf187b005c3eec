/** The way of an end user through the pages, by mouse in English and by the keyboard alone in Arabic, with the mails of a real SMTP server. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { codeAt } from '../../auth/authenticator.ts'
import { type Providers, somebody, startProviders } from '../../providers/rig.ts'
import { type Mailbox, startMailbox } from '../../rig/mailbox.ts'
import { letIn } from '../account/google.ts'
import { byKeyboard, byMouse, type Hand } from '../account/hand.ts'
import { fresh, harbour, password, pathOf, tenant, whole } from '../account/stage.ts'
import { arabic, barriers, english, skip, visit } from '../chromium.ts'

describe('an end user', { skip }, () => {
  let rig: Providers
  let mailbox: Mailbox
  before(async () => {
    mailbox = await startMailbox()
    rig = await startProviders({ background: true, env: { MAIL_URL: mailbox.url } })
    await tenant(rig.app, 'Harbour', 'harbour', { ...harbour, requireEmailVerification: true })
  })
  /** The mail of a kind that an address was sent last: its link to us and its code. */
  const mailTo = async (address: string, page: 'verify' | 'reset') => {
    const place = `/account/${page}?w=harbour#`
    const mail = await mailbox.waitFor(({ envelope, text }) => envelope.to.includes(address) && (text ?? '').includes(place))
    const [link = ''] = /https?:\S+#\S+/.exec(mail.text ?? '') ?? []
    return { link, code: new URLSearchParams(new URL(link).hash.slice(1)).get('code') ?? '' }
  }

  for (const [how, options, handOf, email] of [
    ['by mouse in English', english, () => byMouse, 'lina@shop.example'],
    ['by keyboard in Arabic', arabic, byKeyboard, 'rim@shop.example'],
  ] as const)
    it(`registers, proves the address, turns two-factor on, forgets and resets, comes by a provider, unlinks and leaves, ${how}`, async () => {
      const { app, google } = rig
      await using guest = await visit(app.url, options)
      const { page, faults } = guest
      const hand: Hand = handOf(page)
      const field = (name: string) => page.locator(`input[name=${name}]`)
      const submit = () => page.locator('form button[type=submit]')
      const tab = (path: string) => page.locator(`.own-tabs a[href^="/account/${path}"]`)

      await page.goto('/account/sign-in?w=harbour')
      await hand.press(page.locator('.login-also a'))
      await field('firstName').waitFor()
      await hand.fill(field('firstName'), 'Lina')
      await hand.fill(field('lastName'), 'Khoury')
      await hand.fill(field('email'), email)
      await hand.fill(field('username'), email.split('@')[0] ?? '')
      await hand.fill(field('password'), password)
      await hand.press(submit())
      await page.waitForURL(/\/account\/verify\?w=harbour$/)

      // before the proof nobody is let in, and is led to it
      await page.goto('/account/sign-in?w=harbour')
      await hand.fill(field('identifier'), email)
      await hand.fill(field('password'), password)
      await hand.press(submit())
      await page.waitForURL(/\/account\/verify\?w=harbour$/)
      assert.equal(await field('email').inputValue(), email)
      const proof = await mailTo(email, 'verify')
      await page.goto(proof.link)
      await field('code').waitFor()
      assert.equal(await field('code').inputValue(), proof.code)
      assert.equal(await field('email').inputValue(), email)
      assert.equal(new URL(page.url()).hash, '')
      await hand.press(submit())
      await page.waitForURL(/\/account\/sign-in\?w=harbour$/)
      await page.locator('.note[data-tone=green]').waitFor()

      await hand.fill(field('identifier'), email)
      await hand.fill(field('password'), password)
      await hand.press(submit())
      await whole(page)
      assert.equal(pathOf(page), '/account')

      await hand.press(tab('two-factor'))
      await hand.press(page.locator('.me-acts button'))
      const dialog = page.getByRole('dialog')
      await hand.fill(dialog.locator('input[name=password]'), password)
      await hand.press(dialog.locator('button[type=submit]'))
      const secret = (await dialog.locator('.secret .cut').innerText()).trim()
      assert.ok(await dialog.locator('img.qr').isVisible())
      await hand.fill(dialog.locator('input[name=code]'), codeAt(secret, app.clock.now()))
      await dialog.locator('.codes').waitFor()
      assert.equal(await dialog.locator('.codes li').count(), 10)
      // they are shown once, so that nothing but the button at their end leads past them
      assert.equal(await dialog.locator('.mantine-Modal-close').count(), 0)
      await page.keyboard.press('Escape')
      assert.equal(await dialog.locator('.codes li').count(), 10)
      assert.deepEqual(await barriers(page), [])
      await hand.tick(dialog.locator('input[type=checkbox]'))
      await hand.press(dialog.locator('.stack > .mantine-Button-root').last())
      await dialog.waitFor({ state: 'detached' })
      await page.locator('.me-state[data-tone=green]').waitFor()

      await hand.press(page.locator('.own-head .quiet-link').last())
      await page.waitForURL(/\/account\/sign-in\?w=harbour$/)
      app.clock.turn(61_000)
      await hand.press(page.locator('a[href^="/account/forgot"]'))
      await page.waitForURL(/\/account\/forgot/)
      await hand.fill(field('email'), email)
      await hand.press(submit())
      await page.waitForURL(/\/account\/reset\?w=harbour$/)
      const reset = await mailTo(email, 'reset')
      await hand.fill(field('code'), reset.code)
      await hand.fill(field('password'), fresh)
      await hand.press(submit())
      await page.waitForURL(/\/account\/sign-in\?w=harbour$/)
      await page.locator('.note[data-tone=green]').waitFor()

      // the provider knows the address, and vouches for it; the own second factor comes after
      letIn(google, somebody({ email }))
      app.clock.turn(61_000)
      await hand.press(page.locator('.login-box button.mantine-Button-root', { hasText: 'Google' }))
      const code = page.locator('.code-field input')
      await code.waitFor()
      assert.ok(!page.url().includes('code='))
      await hand.fill(code, codeAt(secret, app.clock.now()))
      await whole(page)

      await hand.press(tab('linked'))
      await hand.press(page.locator('.me-list button').first())
      await hand.press(page.getByRole('dialog').locator('button[type=submit]'))
      await page.locator('.nothing').waitFor()

      await hand.press(tab('sessions'))
      await page.locator('.me-here').waitFor()
      await hand.press(page.locator('.own-body > .me-acts button'))
      await hand.press(page.getByRole('dialog').locator('button[type=submit]'))
      await page.waitForURL(/\/account\/sign-in\?w=harbour$/)
      await page.goto('/account')
      await page.waitForURL(/\/account\/sign-in/)
      assert.deepEqual(
        faults.filter((fault) => fault !== `asked ${google.url}`),
        [],
      )
    })

  it('sees the page stay whole while the service is away, and it comes back by itself', async () => {
    await using guest = await visit(rig.app.url)
    const { page } = guest
    await page.route('**/api/v1/public/sign-in*', (route) => route.abort())
    await page.goto('/account/sign-in?w=harbour')
    await page.getByText('We can’t reach the service').waitFor()
    await page.locator('input[name=identifier]').waitFor()
    await page.unroute('**/api/v1/public/sign-in*')
    await page.getByRole('heading', { name: 'Sign in to Harbour Optics' }).waitFor()
  })
})
