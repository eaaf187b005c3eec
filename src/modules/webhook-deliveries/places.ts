import { noId, type Passed, type Room, type Target } from './claims.ts'
import type { WebhookNumbers } from './webhook-numbers.ts'

type Bounds = Pick<WebhookNumbers, 'places' | 'placesPerTenant' | 'placesPerWebhook' | 'placesOfSlow'>

/** Who takes the places of this process: so that neither an endpoint that hangs nor a tenant of many takes them all. */
export class Places {
  readonly #bounds: Bounds
  readonly #webhooks = new Map<string, number>()
  readonly #tenants = new Map<string, number>()
  #all = 0
  #slow = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  get free(): number {
    return this.#bounds.places - this.#all
  }

  get taken(): number {
    return this.#all
  }

  take(target: Target): void {
    this.#move(target, 1)
  }

  /** With the target as it was when its place was taken. */
  leave(target: Target): void {
    this.#move(target, -1)
  }

  /** Those for whom there is no place now. */
  passed(): Passed {
    const at = (taken: Map<string, number>, most: number) => [...taken].flatMap(([id, n]) => (n >= most ? [id] : []))
    return {
      webhooks: at(this.#webhooks, this.#bounds.placesPerWebhook),
      tenants: at(this.#tenants, this.#bounds.placesPerTenant),
      isSlow: this.#slow >= this.#bounds.placesOfSlow,
    }
  }

  room(): Room {
    return {
      all: this.free,
      slow: Math.max(0, this.#bounds.placesOfSlow - this.#slow),
      perWebhook: this.#bounds.placesPerWebhook,
      tenant: (id) => Math.max(0, this.#bounds.placesPerTenant - (this.#tenants.get(id ?? noId) ?? 0)),
    }
  }

  #move({ id, tenantId, isSlow }: Target, by: 1 | -1): void {
    this.#all += by
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
