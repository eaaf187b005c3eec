import { after, minutesMs } from '#core/clock.ts'
import type { Deed, World } from './create-tenants.ts'
import { isWithin, type Level, type Place } from './tenant-plan.ts'
import type { Person } from './visits.ts'

/** What ends in the course of the month: tenants are suspended, switched off and deleted, people blocked, switched off or deleted. */
export function closures(world: World, places: readonly Place[], from: Date, to: Date): Deed[] {
  const { dice } = world
  const chosen = new Set<Place>()
  const choose = (level: Level): Place => {
    const apart = (place: Place) => [...chosen].every((other) => !isWithin(place, other) && !isWithin(other, place))
    const place = dice.pick(places.filter((place) => place.level === level && apart(place)))
    chosen.add(place)
    return place
  }
  const at = () => after(from, Math.floor((to.getTime() - from.getTime() - minutesMs(60)) * (0.3 + 0.65 * dice.next())))
  const status = (place: Place, change: object): Deed => ({
    at: at(),
    isHeard: true,
    run: () => closeBy(world, places, place, 'PUT', '', change),
  })
  const deletion = (place: Place): Deed => ({
    at: at(),
    isHeard: true,
    run: () => closeBy(world, places, place, 'DELETE', '?cascade=true'),
  })
  return [
    deletion(choose('shop')),
    deletion(choose('branch')),
    deletion(choose('branch')),
    status(choose('shop'), { status: 'Suspended', statusReason: 'Three invoices unpaid' }),
    status(choose('branch'), { status: 'Suspended', statusReason: 'Lease in dispute' }),
    status(choose('branch'), { status: 'Inactive', statusReason: 'Closed for renovation' }),
    status(choose('branch'), { status: 'Inactive', statusReason: 'Opens in spring' }),
    ...dice.some(staying(places, chosen), leavings.length).map((place, number) => leaving(world, place, at(), leavings[number] as Leaving)),
  ]
}

/** By an admin of the tenant above: nobody closes their own. */
async function closeBy(
  { visits }: World,
  places: readonly Place[],
  place: Place,
  method: 'PUT' | 'DELETE',
  query: string,
  body?: object,
): Promise<void> {
  const owner = place.parent?.people[0] as Person
  await visits.call(owner, method, `/api/v1/Tenants/${place.id}${query}`, body)
  for (const other of places) if (isWithin(other, place)) other.isClosed = true
}

const staying = (places: readonly Place[], closed: ReadonlySet<Place>) =>
  places.filter((place) => place.level !== 'branch' && !closed.has(place))

type Leaving = 'block' | 'deactivate' | 'delete'
const leavings: readonly Leaving[] = [...Array(8).fill('block'), ...Array(6).fill('deactivate'), ...Array(7).fill('delete')]
const reasons = ['Badge not returned', 'Left without notice', 'Account shared with others']

/** Somebody is blocked, switched off or deleted by an admin of the same tenant. */
function leaving({ dice, visits }: World, place: Place, at: Date, how: Leaving): Deed {
  const person = dice.pick(place.people.slice(1))
  const reason = dice.pick(reasons)
  const run = async () => {
    if (place.isClosed) return
    person.isGone = true
    const [admin, address] = [place.people[0] as Person, `/api/v1/Admins/${person.id}`]
    if (how === 'delete') await visits.call(admin, 'DELETE', address)
    else await visits.call(admin, 'POST', `${address}/${how}`, how === 'block' ? { reason } : undefined)
  }
  return { at, run, isHeard: true }
}
