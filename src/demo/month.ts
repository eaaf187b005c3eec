import { after, before, daysMs, minutesMs } from '#core/clock.ts'
import { attemptForbidden, bruteForce, doWork } from './activities.ts'
import { closures } from './close-tenants.ts'
import type { Deed, World } from './create-tenants.ts'
import { customersOf } from './customers.ts'
import { retireWebhook } from './platform-desk.ts'
import type { Place } from './tenant-plan.ts'
import { type Person, wrongPassword } from './visits.ts'

/** How likely somebody signs in on a working day, and on one at the weekend. */
const presence = { weekday: 0.07, weekend: 0.015 }
/** How many in a hundred mistype their password first. */
const mistyping = 0.12
const workPerDay = 10
const refusedPerDay = 4
/** A minute of every hour of the day is as likely as these say: mornings and early afternoons. */
const hours = [7, 8, 8, 8, 9, 9, 9, 9, 10, 10, 11, 12, 13, 13, 14, 14, 14, 15, 15, 16, 17, 19, 21]

/** Everyday life from the day after the creation until now: people come, mistype, change things, and are refused some. */
export async function liveThrough(world: World, places: readonly Place[]): Promise<void> {
  const activities: Deed[] = []
  const firstDay = midnight(after(world.clock.now(), daysMs(1)))
  const end = before(world.clock.present(), minutesMs(10))
  for (let day = firstDay; day < end; day = after(day, daysMs(1))) activities.push(...deedsOf(world, places, day))
  activities.push(...closures(world, places, firstDay, end))
  activities.push(...customersOf(world, places, firstDay, end))
  activities.push(...nights(world, places, firstDay, end))
  activities.push({ at: before(end, minutesMs(30)), run: () => retireWebhook(world) })
  const inTime = activities.filter(({ at }) => at < end).sort((one, other) => one.at.getTime() - other.at.getTime())
  for (const deed of inTime) {
    world.clock.moveTo(deed.at)
    await deed.run()
    if (deed.isHeard) await world.outside.tell()
  }
}

const midnight = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()))

function deedsOf(world: World, places: readonly Place[], day: Date): Deed[] {
  const { dice, visits } = world
  const at = () => after(day, minutesMs(dice.pick(hours) * 60 + dice.next() * 60))
  const activities: Deed[] = []
  for (const place of places) {
    for (const person of place.people) {
      if (!dice.chance(isWeekend(place, day) ? presence.weekend : presence.weekday)) continue
      const [mistypes, leaves] = [dice.chance(mistyping), dice.chance(0.3)]
      const run = async () => {
        if (!isPresent(place, person)) return
        if (mistypes) await visits.signIn(person, { password: wrongPassword })
        const { status } = await visits.signIn(person)
        if (status === 200 && leaves) await visits.signOut(person)
      }
      activities.push({ at: at(), run })
    }
  }
  const open = () => dice.pick(places.filter(({ isClosed }) => !isClosed))
  const half = isWeekend(places[0] as Place, day) ? 0.4 : 1
  for (let count = 0; count < workPerDay * half; count++) activities.push({ at: at(), run: () => doWork(world, open()) })
  for (let count = 0; count < refusedPerDay * half; count++)
    activities.push({ at: at(), run: () => attemptForbidden(world, open(), places) })
  return activities
}

const isPresent = (place: Place, person: Person): boolean => !place.isClosed && !person.isGone

/** Friday and Saturday where the language is Arabic, else Saturday and Sunday. */
function isWeekend(place: Place, day: Date): boolean {
  return (place.language === 'ar' ? [5, 6] : [0, 6]).includes(day.getUTCDay())
}

/** Two nights in which somebody tries passwords from far away. */
function nights({ dice, ...world }: World, places: readonly Place[], from: Date, to: Date): Deed[] {
  const days = Math.floor((to.getTime() - from.getTime()) / daysMs(1))
  return [0.35, 0.8].map((part) => {
    const at = after(from, daysMs(Math.floor(days * part)) + minutesMs(dice.between(130, 220)))
    return {
      at,
      isHeard: true,
      run: () => bruteForce({ dice, ...world }, dice.pick(places.filter(({ level, isClosed }) => level === 'franchise' && !isClosed))),
    }
  })
}
