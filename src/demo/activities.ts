import { after, secondsMs } from '#core/clock.ts'
import type { World } from './create-tenants.ts'
import { deviceOf, officeAddress, phoneNumber, strangeAddress } from './names.ts'
import { isWithin, type Level, type Place } from './tenant-plan.ts'
import { type Person, wrongPassword } from './visits.ts'

const active = (place: Place): Person[] => place.people.filter(({ isGone }) => !isGone)
const adminOf = (place: Place): Person => place.people[0] as Person

type Work = (world: World, place: Place, admin: Person) => Promise<void>

const streets = ['Cedar', 'Mill', 'Castle', 'Jasmine', 'Bridge']
const colours = ['#1864ab', '#862e9c', '#087f5b', '#c92a2a', '#e67700']

/** What is changed on an ordinary day. A branch may do the least. */
const anywhere: readonly Work[] = [
  async ({ dice, visits }, place) => {
    const person = dice.pick(active(place))
    await visits.call(person, 'PUT', '/api/v1/Admins/me', { phoneNumber: phoneNumber(dice) })
  },
]
const inShopsAndAbove: readonly Work[] = [
  async ({ dice, visits }, place, admin) => {
    const address = `${dice.between(1, 180)} ${dice.pick(streets)} Street`
    await visits.call(admin, 'PUT', `/api/v1/Tenants/${place.id}`, { address })
  },
  async ({ dice, visits }, place, admin) => {
    await visits.call(admin, 'PUT', `/api/v1/Tenants/${place.id}/settings`, { secondaryColor: dice.pick(colours) })
  },
  async ({ dice, visits }, place, admin) => {
    const role = dice.pick(place.roles.filter(({ name }) => name === 'Helpdesk'))
    await visits.call(admin, 'PUT', `/api/v1/roles/${role.id}`, { description: `Helps people; reviewed by ${admin.email.split('@')[0]}` })
  },
  // a role that is tried and thrown away again
  async ({ clock, dice, visits }, _place, admin) => {
    const name = `${dice.pick(['Trial', 'Summer', 'Audit week', 'Handover'])} ${dice.between(1, 999)}`
    const { status, body } = await visits.attempt(admin, 'POST', '/api/v1/roles', { name })
    if (status !== 201) return
    clock.moveTo(after(clock.now(), secondsMs(dice.between(20, 90))))
    await visits.call(admin, 'DELETE', `/api/v1/roles/${body.id}`)
  },
  // as is a group
  async ({ clock, dice, visits }, _place, admin) => {
    const nameEn = `${dice.pick(['Fair', 'Night shift', 'Inventory', 'Training'])} ${dice.between(1, 999)}`
    const { id } = await visits.call(admin, 'POST', '/api/v1/UserGroups', { nameEn, roleIds: [] })
    clock.moveTo(after(clock.now(), secondsMs(dice.between(20, 90))))
    await visits.call(admin, 'DELETE', `/api/v1/UserGroups/${id}`)
  },
]
const aboveShops: readonly Work[] = [
  async ({ dice, visits }, place, admin) => {
    const adminIds = dice.some(active(place).slice(1), 2).map(({ id }) => id)
    await visits.call(admin, 'POST', `/api/v1/UserGroups/${dice.pick(place.groups).id}/members`, { adminIds })
  },
  async ({ visits }, _place, admin) => {
    const { items } = await visits.call(admin, 'GET', '/api/v1/UserGroups')
    const [group] = items
    const [member] = group.members
    if (member) await visits.call(admin, 'DELETE', `/api/v1/UserGroups/${group.id}/members/${member.adminId}`)
  },
]
const worksOfLevel: Readonly<Record<Level, readonly Work[]>> = {
  reseller: [...anywhere, ...inShopsAndAbove, ...aboveShops],
  country: [...anywhere, ...inShopsAndAbove, ...aboveShops],
  franchise: [...anywhere, ...inShopsAndAbove, ...aboveShops],
  shop: [...anywhere, ...inShopsAndAbove],
  branch: anywhere,
}

/** One change by somebody who may make it. */
export async function doWork(world: World, place: Place): Promise<void> {
  await world.dice.pick(worksOfLevel[place.level])(world, place, adminOf(place))
}

/** One thing that somebody may not do, or that is not theirs to see: it stands in the log as refused. */
export async function attemptForbidden({ dice, visits }: World, place: Place, places: readonly Place[]): Promise<void> {
  const person = dice.pick(active(place))
  const foreign = dice.pick(places.filter((other) => !isWithin(other, place)))
  const tries: (() => Promise<unknown>)[] = [
    () => visits.attempt(person, 'GET', `/api/v1/Tenants/${foreign.id}`),
    () => visits.attempt(person, 'GET', `/api/v1/Admins/${adminOf(foreign).id}`),
    () => visits.attempt(person, 'POST', `/api/v1/Admins/${adminOf(place).id}/block`, {}),
    () => visits.attempt(person, 'DELETE', `/api/v1/Tenants/${place.id}`),
  ]
  await dice.pick(tries)()
}

/** Somebody who has an address of the tenant and guesses: names that are not there, then one that is, until it is locked. */
export async function bruteForce({ clock, dice, visits }: World, place: Place): Promise<void> {
  const from = { ipAddress: strangeAddress(dice), device: deviceOf(dice) }
  const pause = () => clock.moveTo(after(clock.now(), secondsMs(dice.between(2, 9))))
  for (const mailbox of ['admin', 'info', 'office', 'sales', 'test', 'manager', 'root', 'ceo']) {
    await visits.guess(`${mailbox}@${place.code}.example`, place.id, from)
    pause()
  }
  const victim = adminOf(place)
  for (let left = 7; left > 0; left--) {
    await visits.signIn(victim, { password: wrongPassword, ipAddress: from.ipAddress })
    pause()
  }
  // whom it happened to finds out, from the office
  await visits.signIn(victim, { ipAddress: officeAddress(dice) })
}
