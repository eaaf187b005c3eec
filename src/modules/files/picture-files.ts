import type { FastifyInstance } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { Service } from '#db/rows/context.ts'
import { answerServed, ServedFile } from '#http/served/served-file.ts'

/** As they are made: nothing else is looked for, so that no path can name another object of the store. */
const nameForm = /^([0-9a-f]{40})\.(webp|png|jpg|svg)$/
const types: Record<string, string> = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg', svg: 'image/svg+xml' }

/**
 * `GET /files/avatars/:name` and `/files/logos/:name`: pictures, public at an unguessable path. Their bytes never change under one
 * name, so they may be kept for a year; they are drawn or written anew by us, but are served as if they were hostile all the same. They are
 * sent piece by piece, as they are read: a client that asks for many and reads none must not fill the memory.
 */
export async function pictureFiles(app: FastifyInstance, { service }: { service: Service }): Promise<void> {
  for (const folder of ['avatars', 'logos']) {
    app.get<{ Params: { name: string } }>(`/files/${folder}/:name`, async (request, reply) => {
      const [name, random, extension] = nameForm.exec(request.params.name) ?? []
      if (!name || !random || !extension) throw new AppError(404, 'not_found')
      const key = `${folder}/${name}`
      const facts = await service.objects.facts(key)
      if (!facts) throw new AppError(404, 'not_found')
      const picture = new ServedFile({
        contentType: types[extension] as string,
        bytes: facts.bytes,
        etag: random,
        // a page that shows it in an image does not ask; an SVG opened by itself would be a document
        isInline: extension !== 'svg',
        fileName: extension === 'svg' ? 'logo.svg' : name,
        cacheControl: 'public, max-age=31536000, immutable',
        // shown by whatever page shows the profile or the tenant
        isShared: true,
        open: (range) => service.objects.read(key, range),
      })
      return await answerServed(request, reply, picture)
    })
  }
}
