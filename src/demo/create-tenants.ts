import { after, minutesMs } from '#core/clock.ts'
import type { Service } from '#db/rows/context.ts'
import type { DemoClock } from './demo-clock.ts'
import type { Dice } from './dice.ts'
import { grantOf, roleBody, rolesOfLevel } from './grants.ts'
import { deviceOf, nameOf, officeAddress, phoneNumber } from './names.ts'
import type { Outside } from './outside.ts'
import type { PlatformStaff } from './platform-staff.ts'
import { type Level, type Place, planPlaces } from './tenant-plan.ts'
import type { Person, Visits } from './visits.ts'

export interface World {
  readonly dice: Dice
  readonly clock: DemoClock
  readonly visits: Visits
  readonly service: Service
  /** Of everybody whom the demo makes. */
  readonly password: string
  readonly staff: PlatformStaff
  readonly outside: Outside
}

/** Something that happens at a time. */
export interface Deed {
  readonly at: Date
  readonly run: () => Promise<void>
  /** Somebody outside hears of it, and is told at once. */
  readonly isHeard?: true
}

const staffOfLevel: Readonly<Record<Level, number>> = { reseller: 7, country: 5, franchise: 4, shop: 2, branch: 2 }
const colours = ['#0b7285', '#5f3dc4', '#2b8a3e', '#a61e4d', '#d9480f', '#364fc7']
const opensAt = 8
const closesAt = 17

/** Founds every tenant, from the top, in office hours: whoever stands above it makes it, grants it, and names its first admin. */
export async function foundPlaces(world: World): Promise<Place[]> {
  const places = planPlaces(world.dice)
  for (const place of places) {
    await nextSlot(world)
    const founder = place.parent === null ? (world.staff.operators[0] as Person) : (place.parent.people[0] as Person)
    await foundPlace(world, place, founder)
  }
  return places
}

/** Twenty minutes or so later, tomorrow morning where that is in the evening. */
async function nextSlot({ clock, dice }: World): Promise<void> {
  const next = after(clock.now(), minutesMs(dice.between(14, 30)))
  if (next.getUTCHours() >= closesAt) next.setUTCDate(next.getUTCDate() + 1)
  if (next.getUTCHours() >= closesAt || next.getUTCHours() < opensAt) next.setUTCHours(opensAt, dice.between(2, 20))
  clock.moveTo(next)
}

async function foundPlace(world: World, place: Place, founder: Person): Promise<void> {
  const { dice, visits } = world
  const { name, code, language, level, parent, address } = place
  const settings = { language, companyName: name, primaryColor: dice.pick(colours) }
  const tenant = { name, code, address, description: `A ${level}`, settings, ...(parent && { parentTenantId: parent.id }) }
  place.id = (await visits.call(founder, 'POST', '/api/v1/Tenants', tenant)).id
  if (parent) await visits.call(founder, 'PUT', `/api/v1/Tenants/${place.id}/permissions`, grantOf(level, dice.chance(0.5)))
  place.roles = (await visits.call(founder, 'GET', `/api/v1/Tenants/${place.id}/roles`)).items.map(
    ({ id, name }: Place['roles'][number]) => ({ id, name }),
  )
  const taken = new Set<string>()
  const tenantAdmin = await addPerson(world, place, founder, 'TenantAdmin', taken)
  // a branch is granted too little to make anything itself
  const maker = level === 'branch' ? founder : tenantAdmin
  for (const role of rolesOfLevel[level]) {
    const { id } = await visits.call(maker, 'POST', '/api/v1/roles', { ...roleBody(role), tenantId: place.id })
    place.roles.push({ id, name: role.name })
  }
  const ordinary = place.roles.map((role) => role.name).filter((role) => role !== 'TenantAdmin')
  for (let number = 0; number < staffOfLevel[level]; number++)
    await addPerson(world, place, maker, ordinary[number % ordinary.length] as string, taken)
  if (level !== 'branch' && level !== 'shop') await addGroup(world, place, tenantAdmin)
  if (level === 'reseller') await visits.call(tenantAdmin, 'POST', '/api/v1/webhooks', webhookOf(place))
}

/** Switched off, for nobody is there: the demo sends nothing to anybody. */
const webhookOf = ({ code }: Place) => ({
  url: `https://hooks.${code}.example/tenantry`,
  events: ['tenant.*', 'admin.created', 'admin.deleted'],
  description: 'Customer directory',
  includeDescendants: true,
  isActive: false,
})

async function addPerson(
  { dice, visits, password }: World,
  place: Place,
  maker: Person,
  roleName: string,
  taken: Set<string>,
): Promise<Person> {
  const { mailbox, ...name } = nameOf(dice, place.language, taken)
  const email = `${mailbox}@${place.code}.example`
  const roleId = place.roles.find((role) => role.name === roleName)?.id
  const body = { ...name, email, roleId, tenantId: place.id, phoneNumber: phoneNumber(dice), password, sendInvitation: false }
  const { id } = await visits.call(maker, 'POST', '/api/v1/Admins', body)
  const person = { id, email, tenantId: place.id, roleName, ipAddress: officeAddress(dice), device: deviceOf(dice), isGone: false }
  place.people.push(person)
  return person
}

const groupNames = [
  ['Opening shift', 'وردية الصباح'],
  ['Closing shift', 'وردية المساء'],
  ['Stocktaking', 'فريق الجرد'],
  ['Seasonal staff', 'الموظفون الموسميون'],
] as const

/** A group brings its members a role, and every second one takes the sight of telephone numbers from them. */
async function addGroup({ dice, visits }: World, place: Place, maker: Person): Promise<void> {
  const [nameEn, nameAr] = dice.pick(groupNames)
  const roleIds = place.roles.filter(({ name }) => name === 'Helpdesk').map(({ id }) => id)
  const { id } = await visits.call(maker, 'POST', '/api/v1/UserGroups', { nameEn, nameAr, tenantId: place.id, roleIds })
  const members = dice.some(place.people.slice(1), dice.between(1, 4))
  await visits.call(maker, 'POST', `/api/v1/UserGroups/${id}/members`, { adminIds: members.map((person) => person.id) })
  if (dice.chance(0.5)) {
    const restrictions = [{ permissionCode: 'admins.view', restrictedFields: ['phoneNumber'] }]
    await visits.call(maker, 'PUT', `/api/v1/UserGroups/${id}/restrictions`, { restrictions })
  }
  place.groups.push({ id, roleIds })
}
