/** The first owner of a new service: a password of their own, and a first tenant with its admin; the second factor is put off. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setAccount } from '../../auth/people.ts'
import { startApp, superAdmin } from '../../harness.ts'
import { barriers, skip, visit } from '../chromium.ts'
import { ways } from './ways.ts'

for (const { name, options, say, handOf } of ways)
  it(`leads a new service from its first password to its first tenant, and goes on after a reload, ${name}`, { skip }, async () => {
    const empty = await startApp()
    const { id } = (await empty.get('/api/v1/Admins/me', { token: await empty.superToken() })).json
    await setAccount(empty, id, { mustChangePassword: true })
    await using guest = await visit(empty.url, options)
    const { page, faults } = guest
    const hand = handOf(page)
    const step = (title: Parameters<typeof say>[0]) => page.getByRole('heading', { level: 1, name: say(title) }).waitFor()
    await page.goto('/console')
    await hand.fill(page.locator('input[name=identifier]'), superAdmin.email)
    await hand.fill(page.locator('input[name=password]'), superAdmin.password)
    await hand.press(page.locator('form:has(input[name=identifier]) button[type=submit]'))
    await page.waitForURL(/\/console\/setup/)
    await step('setup.password')
    assert.deepEqual(await barriers(page), [])
    await page.goto('/console/admins')
    await page.waitForURL(/\/console\/setup/)
    await hand.fill(page.locator('input[name=current]'), superAdmin.password)
    await hand.fill(page.locator('input[name=new]'), 'Another-91-Password')
    // the stream is open to the new tokens alone
    const renewed = page.waitForResponse((answer) => answer.url().endsWith('/auth/admin/refresh') && answer.ok())
    await hand.press(page.getByRole('button', { name: say('reset.save') }))
    await step('setup.factor')
    await renewed
    assert.deepEqual(await barriers(page), [])
    await page.reload()
    await step('setup.factor')
    await hand.press(page.getByRole('button', { name: say('setup.later') }))
    await step('setup.tenant')
    assert.deepEqual(await barriers(page), [])
    await hand.fill(page.locator('input[name=name]'), 'Acme')
    await hand.fill(page.locator('input[name=firstName]'), 'Sara')
    await hand.fill(page.locator('input[name=lastName]'), 'Haddad')
    await hand.fill(page.locator('input[name=email]'), 'not an address')
    await page.locator('form').evaluate('document.querySelector("form").noValidate = true')
    await hand.press(page.getByRole('button', { name: say('setup.create') }))
    await page.locator('.mantine-InputWrapper-error').waitFor()
    await hand.fill(page.locator('input[name=email]'), 'sara@acme.example')
    await hand.fill(page.locator('input[name=password]'), 'zuvaqor-71-Kestrel')
    await hand.press(page.getByRole('button', { name: say('setup.create') }))
    await page.locator('button.me').waitFor()
    assert.ok(!page.url().includes('/setup'))
    await page.goto('/console/setup')
    await page.locator('button.me').waitFor()
    assert.equal((await empty.signIn('sara@acme.example', 'zuvaqor-71-Kestrel')).user.tenantId !== null, true)
    assert.deepEqual(faults, [])
  })
