/** What the screens of webhooks take for an event and find by some letters, and how they count down. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { webhookEvents } from '#modules/webhook-events/catalogue.ts'
import { clockOf, countDown } from '../../console/src/screens/webhooks/count-down.ts'
import { categoriesOf, isEventName } from '../../console/src/screens/webhooks/events.ts'

it('deliveries are filtered by every event that there is, also by those whose names have spaces', () => {
  const names = webhookEvents.map(({ name }) => name)
  assert.ok(names.some((name) => name.includes(' ')))
  assert.deepEqual(
    names.filter((name) => !isEventName(name)),
    [],
  )
  for (const text of ['', 'a\nb', '<b>', 'x'.repeat(101)]) assert.equal(isEventName(text), false, text)
})

it('an event is found by its name or title, however it is written', () => {
  const types = webhookEvents.map(({ name, category, title }) => ({ name, category, title }))
  for (const { name } of types)
    for (const text of [name, name.toUpperCase(), ` ${name.toLowerCase()} `])
      assert.ok(
        categoriesOf(types, text).some((category) => category.types.some((type) => type.name === name)),
        text,
      )
  assert.deepEqual(categoriesOf(types, 'no such event'), [])
})

it('a delivery that is due is looked at until it was tried, ever more rarely, and no longer than somebody waits', (test) => {
  test.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 })
  const end = 2500
  const [told, asked]: [string[], number[]] = [[], []]
  const leave = countDown(
    () => end - Date.now(),
    (ms) => told.push(clockOf(ms)),
    () => asked.push(Date.now()),
  )
  for (let n = 0; n < 70; n++) test.mock.timers.tick(500)
  assert.deepEqual(told, ['0:03', '0:02', '0:01', '0:00'])
  assert.deepEqual(asked, [2500, 4500, 6500, 10_500, 18_500, 33_500])
  leave()
  for (let n = 0; n < 200; n++) test.mock.timers.tick(500)
  assert.equal(asked.length, 6)
  // whoever comes when it is due has read it just now
  const late: number[] = []
  const begun = Date.now()
  const end2 = countDown(
    () => -1,
    () => {},
    () => late.push(Date.now() - begun),
  )
  for (let n = 0; n < 10; n++) test.mock.timers.tick(500)
  end2()
  assert.deepEqual(late, [2000, 4000])
})
