/** What the filters by state find, and who is offered to write a mail. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newEmail } from '../../console/src/sitemap/emails.ts'
import { mayMake } from '../../console/src/sitemap/screen.ts'
import { queryOfStatus, type States, statusOf } from '../../console/src/ui/account/account.ts'

const both = [true, false]
const everyone: readonly States[] = both.flatMap((isActive) =>
  both.flatMap((isBlocked) => both.map((isLockedOut) => ({ isActive, isBlocked, isLockedOut }))),
)
const found = (asked: Partial<States>) =>
  everyone.filter((one) => Object.entries(asked).every(([name, value]) => one[name as keyof States] === value))

for (const status of ['Active', 'Deactivated', 'Blocked'] as const)
  it(`finds those whose row says ${status}, and no others`, () => {
    assert.deepEqual(
      found(queryOfStatus[status]),
      everyone.filter((one) => statusOf(one) === status),
    )
  })

it('finds all who are locked, whatever else they are: their number is told so, too', () => {
  assert.equal(found(queryOfStatus.LockedOut).length, 4)
})

it('offers a mail to whoever may send one and read templates', () => {
  const may = (...held: string[]) => mayMake(newEmail, { can: (permission) => held.includes(permission), keptFrom: () => [] })
  assert.deepEqual([may('emails.send', 'templates.view'), may('emails.send'), may('templates.view')], [true, false, false])
})
