import { type Attempted, type ClaimedDelivery, noId, type Passed, type Room, type Target } from './claims.ts'
import type { WebhookNumbers } from './webhook-numbers.ts'

type Bounds = Pick<WebhookNumbers, 'places' | 'placesPerTenant' | 'placesPerWebhook' | 'placesOfSlow' | 'suspectLosses'>
type Lost = Pick<ClaimedDelivery, 'losses'>

/** So many of whom nobody knows whether they can be had now are asked for beside those that can. */
const leastUnsure = 10

/** Who takes the places of this process: so that neither an endpoint that hangs nor a tenant of many takes them all. */
export class Places {
  readonly #boundsNow: () => Bounds
  readonly #webhooks = new Map<string, number>()
  readonly #tenants = new Map<string, number>()
  #all = 0
  #slow = 0
  #suspects = 0

  /** @param bounds asked anew each time */
  constructor(bounds: () => Bounds) {
    this.#boundsNow = bounds
  }

  get #bounds(): Bounds {
    return this.#boundsNow()
  }

  /** How many there are. */
  get all(): number {
    return this.#bounds.places
  }

  get free(): number {
    return this.#bounds.places - this.#all
  }

  get taken(): number {
    return this.#all
  }

  take(target: Attempted, delivery: Lost): void {
    this.#move(target, delivery, 1)
  }

  /** With both as they were when the place was taken. */
  leave(target: Attempted, delivery: Lost): void {
    this.#move(target, delivery, -1)
  }

  /** Those for whom there is no place now. */
  passed(): Passed {
    const at = (taken: Map<string, number>, most: number) => [...taken].flatMap(([id, n]) => (n >= most ? [id] : []))
    return {
      webhooks: at(this.#webhooks, this.#bounds.placesPerWebhook),
      tenants: at(this.#tenants, this.#bounds.placesPerTenant),
      isSlow: this.#slow >= this.#bounds.placesOfSlow,
      suspectLosses: this.#bounds.suspectLosses,
    }
  }

  /**
   * Of those that have something due, whom to claim for: as many as there are places, each for its first. Those of which the oldest can be had
   * come before the others, of which some come all the same; then whose tenant would have the fewest places with it, so that tenants who are
   * behind keep nobody else waiting; then those that have waited longest.
   */
  choose(found: readonly Target[]): { chosen: Target[]; isLeft: boolean } {
    const inTurn = this.#inTurn(found)
    const room = this.room()
    const tenants = new Map<string | null, number>()
    let slow = room.slow
    const take = (targets: readonly Target[], most: number) => {
      const taken: Target[] = []
      for (const target of targets) {
        const { tenantId, isSlow } = target
        const left = tenants.get(tenantId) ?? room.tenant(tenantId)
        if (taken.length >= most) break
        if (left === 0 || (isSlow && slow === 0)) continue
        tenants.set(tenantId, left - 1)
        if (isSlow) slow--
        taken.push(target)
      }
      return taken
    }
    const sure = inTurn.filter(({ isUnsure }) => !isUnsure)
    const taken = take(sure, room.all)
    const others = take(
      inTurn.filter(({ isUnsure }) => isUnsure),
      Math.max(leastUnsure, room.all - taken.length),
    )
    return { chosen: [...taken, ...others], isLeft: taken.length < sure.length }
  }

  /** By how many places their tenant has with those before them, then by age. */
  #inTurn(found: readonly Target[]): Target[] {
    // those that may not be had come after the others of their tenant, and push none of them back
    const byAge = found.toSorted((a, b) => Number(a.isUnsure) - Number(b.isUnsure) || a.dueAt.getTime() - b.dueAt.getTime())
    const places = new Map<string, number>()
    const ranked = byAge.map((target) => {
      const tenant = target.tenantId ?? noId
      const place = places.get(tenant) ?? this.#tenants.get(tenant) ?? 0
      places.set(tenant, place + 1)
      return { target, place }
    })
    return ranked.sort((a, b) => a.place - b.place || a.target.dueAt.getTime() - b.target.dueAt.getTime()).map(({ target }) => target)
  }

  room(): Room {
    return {
      all: this.free,
      slow: Math.max(0, this.#bounds.placesOfSlow - this.#slow),
      perWebhook: this.#bounds.placesPerWebhook,
      suspects: { losses: this.#bounds.suspectLosses, free: 1 - this.#suspects },
      tenant: (id) => Math.max(0, this.#bounds.placesPerTenant - (this.#tenants.get(id ?? noId) ?? 0)),
    }
  }

  #move({ id, tenantId, isSlow }: Attempted, { losses }: Lost, by: 1 | -1): void {
    this.#all += by
    if (losses >= this.#bounds.suspectLosses) this.#suspects += by
    if (isSlow) this.#slow += by
    count(this.#webhooks, id, by)
    count(this.#tenants, tenantId ?? noId, by)
  }
}

function count(taken: Map<string, number>, id: string, by: number): void {
  const n = (taken.get(id) ?? 0) + by
  if (n > 0) taken.set(id, n)
  else taken.delete(id)
}
