/** Mistakes that must not compile; `npm run types` reads this file, nothing runs it. */
import { z } from 'zod'
import { can } from '#http/access.ts'
import { route } from '#http/route.ts'
import { recordShape } from '#http/shapes.ts'

// @ts-expect-error a permission that is not in the catalogue
can('admin.view')

const Count = z.object({ n: z.int() })

// @ts-expect-error an area whose record the table of areas does not tell of: nobody would know what of it is masked
recordShape('webhooks', { id: z.string() })

route({
  operationId: '',
  summary: '',
  access: 'admin',
  body: z.strictObject({ name: z.string() }),
  reply: Count,
  // @ts-expect-error no such field of the body
  run: async (_ctx, { body }) => ({ n: body.nome.length }),
})

route({
  operationId: '',
  summary: '',
  access: 'admin',
  reply: Count,
  // @ts-expect-error the answer does not fit its shape
  run: async () => ({ n: 'one' }),
})

route({
  operationId: '',
  summary: '',
  access: 'public',
  reply: Count,
  // @ts-expect-error a public endpoint has no caller
  run: async (ctx) => ({ n: ctx.actor.id.length }),
})

route({
  operationId: '',
  summary: '',
  access: 'admin',
  reply: Count,
  // @ts-expect-error no such event
  emits: ['admin.exploded'],
  run: async () => ({ n: 1 }),
})

route({
  operationId: '',
  summary: '',
  access: 'admin',
  reply: Count,
  // @ts-expect-error an alias is a method and a path
  also: ['admin'],
  run: async () => ({ n: 1 }),
})

// @ts-expect-error an endpoint without access: nobody may forget who may call it
route({ operationId: '', summary: '', reply: Count, run: async () => ({ n: 1 }) })

// @ts-expect-error an endpoint whose name for clients begins like that of a type
route({ operationId: 'Count', summary: '', access: 'admin', reply: Count, run: async () => ({ n: 1 }) })

// @ts-expect-error an endpoint without a name for clients
route({ summary: '', access: 'admin', reply: Count, run: async () => ({ n: 1 }) })
