import type { FastifyInstance } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { Service } from '#db/rows/context.ts'
import type { Counted } from '#http/rate-limit/counted-refusal.ts'
import { countRequest } from '#http/rate-limit/counted-request.ts'
import { answerServed } from '#http/served/served-file.ts'
import { downloadOf } from './files.actions.ts'
import { keyOfName, publicPath } from './files.queries.ts'

/** Bytes never change under one address, but the file can be deleted: for so long others may still show it. */
const cacheControl = 'public, max-age=3600'

/**
 * `GET /files/public/:name`: files that were uploaded to be public, at an unguessable name, as long as their tenant is not deleted. Each
 * request counts in its client's budget of ordinary operations: it asks the database, and the store for up to the largest upload.
 */
// unscoped: whoever knows the name of a public file may read it
export async function publicFiles(app: FastifyInstance, { service, ...counted }: Counted & { service: Service }): Promise<void> {
  app.addHook('onRequest', async (request, reply) => await countRequest(counted, 'global', request, reply))
  app.get<{ Params: { name: string } }>(`${publicPath}:name`, async (request, reply) => {
    const key = keyOfName(request.params.name)
    const file =
      key &&
      (await service.database.reader
        .selectFrom('files')
        .select(['key', 'tenantId', 'contentType', 'bytes', 'checksum', 'fileName'])
        .where('key', '=', key)
        .where('isPublic', '=', true)
        .executeTakeFirst())
    if (!file || (file.tenantId !== null && service.tenants.state(file.tenantId) === 'tenant_deleted')) throw new AppError(404, 'not_found')
    return await answerServed(request, reply, downloadOf({ service }, file, cacheControl))
  })
}
