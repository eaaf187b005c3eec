import type { FastifyInstance } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { Service } from '#db/rows/context.ts'
import { isKnown } from '#http/served/conditions.ts'

/** As they are made: nothing else is looked for, so that no path can name another object of the store. */
const nameForm = /^([0-9a-f]{40})\.(webp|png|jpg|svg)$/
const types: Record<string, string> = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg', svg: 'image/svg+xml' }

/**
 * `GET /files/avatars/:name` and `/files/logos/:name`: pictures, public at an unguessable path. Their bytes never change under one
 * name, so they may be kept for a year; they are drawn or written anew by us, but are served as if they were hostile all the same (no
 * sniffing, no script, no frame).
 */
export async function pictureFiles(app: FastifyInstance, { service }: { service: Service }): Promise<void> {
  for (const folder of ['avatars', 'logos']) {
    app.get<{ Params: { name: string } }>(`/files/${folder}/:name`, async (request, reply) => {
      const [name, random, extension] = nameForm.exec(request.params.name) ?? []
      if (!name || !extension) throw new AppError(404, 'not_found')
      const tag = `"${random}"`
      const object = await service.objects.get(`${folder}/${name}`)
      if (!object) throw new AppError(404, 'not_found')
      reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        // a page that shows it in an image does not ask; an SVG opened by itself would be a document
        'content-disposition': extension === 'svg' ? 'attachment; filename="logo.svg"' : 'inline',
        // shown by whatever page shows the profile or the tenant
        'cross-origin-resource-policy': 'cross-origin',
        etag: tag,
      })
      if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
      return reply.type(types[extension] as string).send(object.body)
    })
  }
}
