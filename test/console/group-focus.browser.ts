/** Somebody sees to a group by keys alone: the focus stays where they are at work. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { drawn, skip, visit } from './chromium.ts'
import { openAs, type Scene, scene } from './scene.ts'
import { groupOf } from './scenes/people.ts'

describe('the focus on the page of a group', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })

  it('is in the field that was opened, stays there after a choice, and is at its section when a role is taken away', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/groups/${await groupOf(stage)}`, stage.keeper)
    const field = (name: string) => page.getByRole('combobox', { name }).and(page.locator(':focus'))
    await page.getByRole('button', { name: 'Add member' }).press('Enter')
    await field('Add member').waitFor()
    for (const [typed, count] of [
      ['person.9', '3'],
      ['person.14', '4'],
    ] as const) {
      await page.keyboard.type(typed)
      await page.getByRole('option').nth(1).waitFor({ state: 'detached' })
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.locator('#group-members .count', { hasText: count }).waitFor()
      await drawn(page)
      await field('Add member').waitFor()
      assert.equal(await field('Add member').inputValue(), '')
    }
    // who is in it by now is no choice
    await page.keyboard.type('person.14')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add role' }).press('Enter')
    await field('Add role').waitFor()
    await page.keyboard.type('View')
    await page.getByRole('option', { name: 'Viewer' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Take Viewer away' }).waitFor()
    await drawn(page)
    await field('Add role').waitFor()
    await page.getByRole('button', { name: 'Take Viewer away' }).press('Enter')
    await page.locator('#group-roles:focus').waitFor()
    assert.deepEqual(faults, [])
  })
})
