/** Linking a provider by pressing a button, in the console and on the pages for end users: a real issuer, and the account opens by it afterwards. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { codeAt, enableTwoFactorAt } from '../auth/authenticator.ts'
import { addAdmin, setSettings, type TestAdmin } from '../auth/people.ts'
import { expectStatus, type TestApp } from '../harness.ts'
import { adminDoor, type Providers, somebody, startProviders, userDoor } from '../providers/rig.ts'
import { letIn } from './account/google.ts'
import { byKeyboard, byMouse } from './account/hand.ts'
import { enter, harbour, type Tenant, tenant, type, user } from './account/stage.ts'
import { arabic, barriers, english, overflow, skip, type Visit, visit } from './chromium.ts'
import { refusedUntilAsked } from './failing.ts'
import { signIn } from './scene.ts'

const note = (page: Page) => page.locator('.note[data-tone=red]')
const dialog = (page: Page) => page.getByRole('dialog')
const send = (page: Page) => dialog(page).locator('button[type=submit]')
const byCode = (page: Page) => dialog(page).getByRole('button', { name: 'Use a code instead' })
const google = (page: Page) => page.locator('.me-acts button', { hasText: 'Google' })

/** A token of a session that a browser knows nothing of. */
async function signInBy(app: TestApp, door: string, { email, password, tenantId }: TestAdmin): Promise<string> {
  const where = door === adminDoor ? { identifier: email, tenantId } : { username: email, tenantCode: 'harbour' }
  return expectStatus(await app.post(`${door}/login`, { ...where, password }), 200).json.accessToken
}

describe('a provider is linked', { skip }, () => {
  let rig: Providers
  let shop: Tenant
  let url: string
  before(async () => {
    rig = await startProviders()
    shop = await tenant(rig.app, 'Harbour', 'harbour', harbour)
    url = new URL(rig.app.open.service.options.publicUrl).origin
  })
  const faultsOf = ({ faults }: Visit) => faults.filter((fault) => fault !== `asked ${rig.google.url}`)

  const fronts = {
    console: {
      door: adminDoor,
      list: '/console/me/linked',
      newOne: () => addAdmin(rig.app, shop.id),
      enter: signIn,
      signInPage: '/console/login?w=harbour',
      isIn: (page: Page) => page.locator('button.me').waitFor(),
    },
    account: {
      door: userDoor,
      list: '/account/linked',
      newOne: () => user(rig.app, shop),
      enter,
      signInPage: '/account/sign-in?w=harbour',
      isIn: (page: Page) => page.locator('.own-body h1').waitFor(),
    },
  }

  for (const [name, front] of Object.entries(fronts)) {
    async function linkedPage(page: Page, { email, password: secret }: Pick<TestAdmin, 'email' | 'password'>) {
      await page.goto(front.signInPage)
      await front.enter(page, email, secret)
      await front.isIn(page)
      await page.goto(front.list)
      await google(page).waitFor()
    }

    for (const [language, options] of [
      ['en', english],
      ['ar', arabic],
    ] as const)
      it(`in the ${name}, and opens the account from then on, ${language === 'en' ? 'by mouse in English' : 'by keys in Arabic'}`, async () => {
        const one = await front.newOne()
        const claims = somebody()
        letIn(rig.google, claims)
        await using guest = await visit(url, options)
        const { page } = guest
        const hand = language === 'en' ? byMouse : byKeyboard(page)
        await linkedPage(page, one)
        await page.locator('.nothing').waitFor()
        assert.deepEqual(await barriers(page), [])
        assert.equal(await overflow(page), 0)
        await hand.press(google(page))
        const line = page.locator('.me-list li')
        await line.waitFor()
        assert.match(await line.innerText(), /Google/)
        assert.match(await line.innerText(), new RegExp(claims.email))
        assert.equal(new URL(page.url()).pathname, front.list)
        assert.deepEqual(await barriers(page), [])
        const kept = (await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')) as string
        assert.ok(!kept.includes('codeVerifier') && !page.url().includes('good'))
        // a page that is loaded again links nothing once more
        await page.reload()
        await line.waitFor()
        assert.equal(await note(page).count(), 0)
        await guest.context.clearCookies()
        await page.goto(front.signInPage)
        await hand.press(page.locator('.login-box button.mantine-Button-root', { hasText: 'Google' }))
        await front.isIn(page)
        assert.deepEqual(faultsOf(guest), [])
      })

    it(`in the ${name}, by whoever is still the owner: an old session is asked for the password`, async () => {
      const one = await front.newOne()
      const claims = somebody()
      letIn(rig.google, claims)
      await using guest = await visit(url)
      const { page } = guest
      await linkedPage(page, one)
      rig.app.clock.turn(11 * 60_000)
      await google(page).click()
      await dialog(page).waitFor()
      assert.deepEqual(await barriers(page), [])
      assert.equal(await byCode(page).count(), 0, 'there are no codes')
      // it says what is allowed by it, and nothing is when it is closed
      await dialog(page).getByText('Whoever is signed in at Google').waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('Nothing was linked.').waitFor()
      assert.equal(await page.evaluate('document.activeElement.className'), 'stack link-another')
      // in the console the list of providers is asked for apart: where it could not be read, the question stays while it is asked for anew
      const askAnew = name === 'console' ? await refusedUntilAsked(page, '**/public/sign-in**') : null
      await google(page).click()
      await page.locator('input[name=password]').fill('not the password')
      await askAnew?.(async () => assert.equal(await page.locator('input[name=password]').inputValue(), 'not the password'))
      await send(page).click()
      await dialog(page).getByRole('alert').waitFor()
      await page.locator('input[name=password]').fill(one.password)
      await send(page).click()
      await dialog(page).waitFor({ state: 'detached' })
      await page.locator('.me-list li').waitFor()
      assert.match(await page.locator('.me-list li').innerText(), new RegExp(claims.email))
      // what the provider answered is used up: no other password helps
      await google(page).click()
      await page.locator('input[name=password]').fill(one.password)
      await send(page).click()
      await dialog(page).waitFor({ state: 'detached' })
      await note(page).filter({ hasText: 'opens an account here already' }).waitFor()
      // while the question is open somebody signs in anew: nothing is linked in another session than the one that began it
      letIn(rig.google, somebody())
      await google(page).click()
      await dialog(page).waitFor()
      const other = await guest.context.newPage()
      await other.goto(front.signInPage)
      await front.enter(other, one.email, one.password)
      await front.isIn(other)
      await other.close()
      await page.locator('input[name=password]').fill(one.password)
      await send(page).click()
      await note(page).filter({ hasText: 'You have signed in anew meanwhile' }).waitFor()
      assert.equal(await page.locator('.me-list li').count(), 1)
      assert.deepEqual(faultsOf(guest), [])
    })

    it(`in the ${name}, with a code of the second factor`, async () => {
      const one = await front.newOne()
      const tokens = await signInBy(rig.app, front.door, one)
      const { secret } = await enableTwoFactorAt(rig.app, front.door, one.password, tokens)
      letIn(rig.google, somebody())
      await using guest = await visit(url)
      const { page } = guest
      await page.goto(front.signInPage)
      await type(page, one.email, one.password)
      await page.locator('.code-field input').fill(codeAt(secret, rig.app.clock.now()))
      await front.isIn(page)
      await page.goto(front.list)
      await google(page).waitFor()
      rig.app.clock.turn(11 * 60_000)
      await google(page).click()
      await byCode(page).click()
      await dialog(page).locator('input[name=code]').fill(codeAt(secret, rig.app.clock.now()).replace(/^.../, '$& '))
      await send(page).click()
      await page.locator('.me-list li').waitFor()
      assert.deepEqual(faultsOf(guest), [])
    })

    it(`in the ${name}, or it is told why it is not`, async () => {
      const [one, two] = [await front.newOne(), await front.newOne()]
      const taken = somebody()
      const token = await signInBy(rig.app, front.door, two)
      const link = { provider: 'google', token: await rig.google.sign(taken) }
      expectStatus(await rig.app.post(`${front.door}/external-logins/link`, link, { token }), 201)
      const door = letIn(rig.google, taken)
      await using guest = await visit(url)
      const { page } = guest
      await linkedPage(page, one)
      const told = async (text: RegExp) => {
        await google(page).click()
        await note(page).filter({ hasText: text }).waitFor()
      }
      await told(/opens an account here already/)
      door.back = 'error=access_denied'
      await told(/did not say who you are/)
      door.back = 'code=good'
      door.claims = { ...somebody(), aud: 'another client' }
      await told(/is no longer good/)
      await setSettings(rig.app, shop.id, { identityProviderMode: 'Single' })
      door.claims = somebody()
      await google(page).click()
      await page.locator('.me-list li').waitFor()
      door.claims = somebody()
      await told(/One linked account is all/)
      await setSettings(rig.app, shop.id, { identityProviderMode: 'Multiple' })
      // an answer is lost, and the link is there
      door.isHeld = true
      await page.route('**/external-logins/link', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await google(page).click()
      await page.waitForURL(`${rig.google.url}/authorize?**`)
      await page.goto(door.last)
      await note(page).waitFor()
      await page.locator('.me-list li').nth(1).waitFor()
      await page.unroute('**/external-logins/link')
    })

    it(`in the ${name}, in the session alone that began it: who signs in anew is linked to nobody`, async () => {
      const [one, other] = [await front.newOne(), await front.newOne()]
      const door = letIn(rig.google, somebody())
      door.isHeld = true
      await using guest = await visit(url)
      const { page } = guest
      for (const next of [one, other]) {
        await linkedPage(page, one)
        await google(page).click()
        await page.waitForURL(`${rig.google.url}/authorize?**`)
        await guest.context.clearCookies()
        // a stranger comes back from the provider to where nobody is signed in, and leaves the page open
        await page.goto(door.last)
        await front.enter(page, next.email, next.password)
        await note(page).filter({ hasText: 'You have signed in anew meanwhile' }).waitFor()
        await page.locator('.nothing').waitFor()
        await guest.context.clearCookies()
      }
      assert.deepEqual(faultsOf(guest), [])
    })
  }
})
