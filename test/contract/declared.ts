/** Every status that the OpenAPI document declares, as `GET /health/live 503`; `default` is none. */
import { operations } from '../openapi/schemas.ts'

export const declaredStatuses: readonly string[] = operations.flatMap(({ method, path, operation }) =>
  Object.keys(operation.responses)
    .filter((status) => status !== 'default')
    .map((status) => `${method} ${path} ${status}`),
)
