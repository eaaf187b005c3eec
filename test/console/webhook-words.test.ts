/** What the screens of webhooks take for an event, and find by some letters. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { webhookEvents } from '#modules/webhook-events/catalogue.ts'
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
