/** A menu is put in order by dragging, and seen as somebody with one role sees it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { arabic, barriers, skip, visit } from './chromium.ts'
import { openAs, password, type Scene, scene, superAdmin } from './scene.ts'
import { keeperToken } from './scenes/messages.ts'

interface Node {
  readonly id: string
  readonly titleEn: string
  readonly children: readonly Node[]
}

describe('the menu', { skip }, () => {
  let stage: Scene
  let token: string
  const ids = new Map<string, string>()
  const id = (title: string) => ids.get(title) ?? assert.fail(title)
  const tree = async (who: string) => expectStatus(await stage.app.get('/api/v1/menus', { token: who }), 200).json as unknown as Node[]
  const own = async () => (await tree(token)).map(({ titleEn }) => titleEn).filter((title) => ids.has(title))
  before(async () => {
    stage = await scene()
    token = await keeperToken(stage)
    const make = async (titleEn: string, more: object = {}) => {
      const made = expectStatus(await stage.app.post('/api/v1/menus', { titleEn, ...more }, { token }), 201).json
      ids.set(titleEn, made.id as string)
    }
    for (const title of ['Lenses', 'Frames', 'Cases']) await make(title)
    await make('Round frames', { parentId: id('Frames') })
    await make('Log of frames', { parentId: id('Frames'), requiredPermission: 'audit.view' })
  })
  const row = (page: Page, title: string) => page.locator(`.menu-items [data-row="${id(title)}"]`)
  const centre = async (what: Locator) => {
    await what.scrollIntoViewIfNeeded()
    const box = (await what.boundingBox()) ?? assert.fail('not drawn')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  it('is put in order with a mouse: the line says where, Escape leaves it, and the way back is one press', async () => {
    await using guest = await visit(stage.app.url, { viewport: { width: 1280, height: 1400 } })
    const { page, faults } = guest
    await openAs(page, '/console/menus', stage.keeper)
    const lift = async (title: string, over: string) => {
      const { x, y } = await centre(row(page, title).locator('.grip'))
      const to = await centre(row(page, over))
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x, (y + to.y) / 2)
      await page.mouse.move(x, to.y + (to.y > y ? 12 : -12))
      await page.locator('.menu-items [data-dragged]').first().waitFor()
    }
    const asked: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && asked.push(new URL(request.url()).pathname))
    await lift('Lenses', 'Cases')
    await row(page, 'Cases').and(page.locator('[data-drop=after]')).waitFor()
    assert.deepEqual(await barriers(page), [])
    await page.keyboard.press('Escape')
    await page.locator('[data-dragged], [data-drop]').first().waitFor({ state: 'detached' })
    await page.mouse.up()
    assert.deepEqual(asked, [])
    await lift('Cases', 'Lenses')
    await row(page, 'Lenses').and(page.locator('[data-drop=before]')).waitFor()
    await page.mouse.up()
    await page.getByText('Cases moved').waitFor()
    await row(page, 'Cases').and(page.locator(':focus')).waitFor()
    assert.deepEqual(await own(), ['Cases', 'Lenses', 'Frames'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Cases is back in its place').waitFor()
    assert.deepEqual(await own(), ['Lenses', 'Frames', 'Cases'])
    // with all that is below it, over which the line is drawn
    await lift('Lenses', 'Log of frames')
    await row(page, 'Log of frames').and(page.locator('[data-drop=after]')).waitFor()
    await page.mouse.up()
    await page.getByText('Lenses moved').waitFor()
    assert.deepEqual(await own(), ['Frames', 'Lenses', 'Cases'])
    assert.deepEqual(faults, [])
  })

  it('is put in order with a finger, in Arabic', async () => {
    await using guest = await visit(stage.app.url, { ...arabic, hasTouch: true, viewport: { width: 390, height: 800 } })
    const { page, faults } = guest
    await openAs(page, '/console/menus', stage.keeper)
    const [last = '', , first = ''] = (await own()).reverse()
    const from = await centre(row(page, last).locator('.grip'))
    // at the side where the line of text begins
    assert.ok(from.x > 195, `${from.x}`)
    const to = (await row(page, first).boundingBox()) ?? assert.fail(first)
    const touch = await page.context().newCDPSession(page)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints })
    await finger('touchStart', from)
    await finger('touchMove', { x: from.x, y: (from.y + to.y) / 2 })
    await finger('touchMove', { x: from.x, y: to.y + 4 })
    await row(page, first).and(page.locator('[data-drop=before]')).waitFor()
    await finger('touchEnd')
    await page.getByText('نُقل').first().waitFor()
    assert.equal((await own())[0], last)
    assert.deepEqual(faults, [])
  })

  it('is seen as somebody with one role is shown it', async () => {
    const { app, tenantId } = stage
    const permissions = expectStatus(await app.get('/api/v1/roles/my-tenant-available-permissions', { token }), 200).json as unknown as {
      id: string
      name: string
    }[]
    const idOf = (name: string) => permissions.find((one) => one.name === name)?.id ?? assert.fail(name)
    const hire = async (name: string, more: object) => {
      const role = expectStatus(await app.post('/api/v1/roles', { name, tenantId, ...more }, { token }), 201).json
      const email = `${name.toLowerCase()}@harbour.example`
      const admin = { email, firstName: name, lastName: 'Hired', roleId: role.id, tenantId, password }
      expectStatus(await app.post('/api/v1/Admins', admin, { token: await app.superToken() }), 201)
      return (await app.signIn(email, password)).accessToken
    }
    const hired = [
      ['Auditor', await hire('Auditor', { permissionIds: [idOf('audit.view')] })],
      ['Fitter', await hire('Fitter', { menuItemIds: [id('Frames'), id('Round frames'), id('Log of frames')] })],
      ['Lost', await hire('Lost', { menuItemIds: [id('Round frames')] })],
    ] as const
    const { kysely } = app.open.service.database
    const permit = (requiredPermission: string) =>
      kysely.updateTable('menuItems').set({ requiredPermission }).where('id', '=', id('Log of frames')).execute()
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/menus', stage.keeper)
    const choice = page.getByRole('combobox', { name: 'Seen as a role' }).or(page.getByRole('textbox', { name: 'Seen as a role' }))
    for (const [name, theirs] of hired) {
      await choice.click()
      await choice.fill(name)
      await page.getByRole('option', { name }).click()
      await page
        .getByRole('status')
        .filter({ hasText: `has ${name} alone` })
        .waitFor()
      const flat = (nodes: readonly Node[]): string[] => nodes.flatMap((node) => [node.id, ...flat(node.children)])
      const seen = await page.locator('.menu-items li').evaluateAll((all) => all.map((one) => one.getAttribute('data-row')))
      assert.deepEqual(seen, flat(await tree(theirs)), name)
      assert.equal(await page.locator('.menu-items .row-acts, .grip').count(), 0)
    }
    assert.deepEqual(await barriers(page), [])
    // what is looked at stands in the address
    await page.reload()
    await page.getByRole('status').filter({ hasText: 'has Lost alone' }).waitFor()
    await page.goto('/console/menus?as=00000000-0000-4000-8000-000000000000')
    await page
      .getByRole('alert')
      .or(page.getByRole('button', { name: 'Try again' }))
      .first()
      .waitFor()
    assert.equal(await page.locator('.menu-items li').count(), 0)
    await page.getByRole('button', { name: 'Show everything' }).click()
    await row(page, 'Lenses').waitFor()
    assert.equal(new URL(page.url()).searchParams.has('as'), false)
    await choice.and(page.locator(':focus')).waitFor()
    // what it takes to see an item is said to whoever does not hold it, too
    await permit('settings.update')
    await page.reload()
    await page.getByLabel('Edit: Log of frames').click()
    const dialog = page.getByRole('dialog')
    // an empty title is refused, and not left as it was and said to be saved
    await dialog.getByLabel('Title in English').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByLabel('Title in English').and(page.locator('[aria-invalid=true]')).waitFor()
    assert.equal(await dialog.getByRole('combobox', { name: 'Shown to whoever holds' }).inputValue(), 'settings.update')
    await permit('audit.view')
    assert.deepEqual(faults, [])
  })

  it('is put in order over what somebody else changed meanwhile', async () => {
    const { app } = stage
    const places = async (titles: readonly string[]) => {
      const items = titles.map((title, n) => ({ id: id(title), parentId: null, order: (n + 1) * 10 }))
      const below = ['Round frames', 'Log of frames'].map((title, n) => ({ id: id(title), parentId: id('Frames'), order: n * 10 }))
      expectStatus(await app.request('PUT', '/api/v1/menus/reorder', { token, body: { items: [...items, ...below] } }), 200)
    }
    await places(['Lenses', 'Frames', 'Cases'])
    await using guest = await visit(app.url, { viewport: { width: 1280, height: 1400 } })
    const { page, faults } = guest
    await openAs(page, '/console/menus', stage.keeper)
    await row(page, 'Cases').waitFor()
    const { x, y } = await centre(row(page, 'Cases').locator('.grip'))
    const to = await centre(row(page, 'Lenses'))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, (y + to.y) / 2)
    await page.mouse.move(x, to.y - 12)
    await row(page, 'Lenses').and(page.locator('[data-drop=before]')).waitFor()
    await places(['Frames', 'Lenses', 'Cases'])
    const made = expectStatus(await app.post('/api/v1/menus', { titleEn: 'Straps' }, { token }), 201).json
    ids.set('Straps', made.id as string)
    await page.mouse.up()
    await page.getByText('Cases moved').waitFor()
    assert.deepEqual(
      (await own()).filter((title) => title !== 'Straps'),
      ['Frames', 'Cases', 'Lenses'],
    )
    await row(page, 'Straps').waitFor()
    // where two put it is shown by name, also below what was not there when the form was opened
    const dialog = page.getByRole('dialog')
    await page.getByLabel('Edit: Cases').click()
    await dialog.getByRole('combobox', { name: 'Stands below' }).click()
    await page.getByRole('option', { name: 'Lenses' }).click()
    const shells = expectStatus(await app.post('/api/v1/menus', { titleEn: 'Shells' }, { token }), 201).json
    const theirs = { token, body: { parentId: shells.id } }
    expectStatus(await app.request('PUT', `/api/v1/menus/${id('Cases')}`, theirs), 200)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const both = dialog.getByRole('row', { name: 'Stands below' })
    await both.waitFor()
    assert.deepEqual(await both.getByRole('cell').allInnerTexts(), ['Lenses', 'Shells'])
    await dialog.getByRole('button', { name: 'Take theirs' }).click()
    assert.equal(await dialog.getByRole('combobox', { name: 'Stands below' }).inputValue(), 'Shells')
    // what somebody else deleted meanwhile is told as such, and what was typed stays
    expectStatus(await app.request('DELETE', `/api/v1/menus/${id('Cases')}`, { token }), 204)
    await dialog.getByLabel('Title in English').fill('Cases of steel')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row(page, 'Cases').waitFor({ state: 'detached' })
    await dialog.getByRole('alert').waitFor()
    assert.equal(await dialog.getByLabel('Title in English').inputValue(), 'Cases of steel')
    assert.deepEqual(faults, [])
  })
  it('is shown as it is kept where the role is of another tenant, and the address says so', async () => {
    const role = expectStatus(await stage.app.post('/api/v1/roles', { name: 'Elsewhere', tenantId: stage.tenantId }, { token }), 201).json
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/menus?as=${role.id}`, superAdmin.email, superAdmin.password)
    await page.waitForURL((url) => url.pathname.endsWith('/menus') && !url.searchParams.has('as'))
    assert.deepEqual(faults, [])
  })
})
