import { after, minutesMs } from '#core/clock.ts'
import type { Service } from '#db/rows/context.ts'
import { mailVariablesContext } from '#jobs/mail.ts'
import type { Deed, World } from './create-tenants.ts'
import { deviceOf, homeAddress, nameOf } from './names.ts'
import type { Place } from './tenant-plan.ts'
import { wrongPassword } from './visits.ts'

/** An end user of a shop. */
interface Customer {
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly ipAddress: string
  readonly device: string
}

const perShop = { least: 2, most: 6 }
/** How many prove their address. */
const proving = 0.8
const mistyping = 0.1
const visitsOfOne = { least: 0, most: 5 }
/** Of twelve who don't prove theirs: whom the mail never reached. The others leave it unread. */
const losses: Readonly<Record<number, 'unknown' | 'full'>> = { 3: 'unknown', 7: 'full' }
const door = '/api/v1/auth/user'

/** People who register at the shops in the course of the month, prove their address with the code of the mail, and come back to sign in. */
export function customersOf(world: World, places: readonly Place[], from: Date, to: Date): Deed[] {
  const { dice } = world
  const between = (begin: Date) => after(begin, Math.floor((to.getTime() - begin.getTime()) * dice.next()))
  let unproved = 0
  const loss = () => losses[++unproved % 12] ?? null
  return places
    .filter(({ level }) => level === 'shop')
    .flatMap((place) => {
      const taken = new Set<string>()
      return Array.from({ length: dice.between(perShop.least, perShop.most) }, () => {
        const customer = newCustomer(world, place, taken)
        const begun = between(from)
        const [proves, count] = [dice.chance(proving), dice.between(visitsOfOne.least, visitsOfOne.most)]
        return [
          { at: begun, run: () => register(world, place, customer, proves ? null : loss) },
          ...Array.from({ length: count }, () => ({ at: between(begun), run: () => signIn(world, place, customer) })),
        ]
      }).flat()
    })
}

function newCustomer({ dice }: World, { language, code }: Place, taken: Set<string>): Customer {
  const { mailbox, ...name } = nameOf(dice, language, taken)
  return { ...name, username: mailbox, email: `${mailbox}@${code}-customers.example`, ipAddress: homeAddress(dice), device: deviceOf(dice) }
}

/** @param loss of somebody who does not prove their address: what became of the mail; null for who does */
async function register(
  { clock, dice, visits, password, service, outside }: World,
  place: Place,
  customer: Customer,
  loss: (() => 'unknown' | 'full' | null) | null,
): Promise<void> {
  if (place.isClosed) return
  const { username, email, firstName, lastName } = customer
  const body = { username, email, firstName, lastName, password, tenantCode: place.code }
  const { status, body: made } = await visits.knock(customer, `${door}/register`, body)
  if (status !== 201) throw new Error(`the registration of ${email} answered ${status} ${JSON.stringify(made)}`)
  const code = await mailedCode(service, made.id)
  const lost = loss?.()
  if (lost === 'unknown') outside.post.refuse(email)
  await outside.post.send()
  if (lost === 'full') await outside.post.sendBack(email)
  if (loss !== null) return
  clock.moveTo(after(clock.now(), minutesMs(dice.between(1, 5))))
  const proved = await visits.knock(customer, `${door}/verify-email`, { email, code, tenantCode: place.code })
  if (proved.status !== 200) throw new Error(`the proof of ${email} answered ${proved.status}`)
}

async function signIn({ dice, visits, password }: World, place: Place, customer: Customer): Promise<void> {
  if (place.isClosed) return
  const body = { username: customer.username, tenantCode: place.code }
  if (dice.chance(mistyping)) await visits.knock(customer, `${door}/login`, { ...body, password: wrongPassword })
  await visits.knock(customer, `${door}/login`, { ...body, password })
}

/** What the mail says, which is known to nobody once it is sent. */
// unscoped: the newest mail to somebody of the demo, on the command line
async function mailedCode({ database, keys }: Service, accountId: string): Promise<string> {
  const { id, variables } = await database.reader
    .selectFrom('emails')
    .select(['id', 'variables'])
    .where('recipientId', '=', accountId)
    .where('template', '=', 'email_verification')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return JSON.parse(keys.openSecret(variables as string, mailVariablesContext(id))).code
}
