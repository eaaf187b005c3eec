import type { Service } from './context.ts'

/**
 * The service as it is set at the moment, in which nothing moves: the same object until a setting changes. What a request does, it does
 * under one state of all settings. Costs a comparison.
 */
export function presentService(service: Service): () => Service {
  let present = Object.freeze({ ...service })
  return () => {
    if (present.options !== service.options) present = Object.freeze({ ...service })
    return present
  }
}
