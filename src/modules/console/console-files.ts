import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { languageOf } from '#core/messages.ts'
import { type BuiltFile, type Packing, type PageName, readBuilt } from './built-files.ts'
import { previewPage, previewPolicy } from './preview-page.ts'
import { unbuiltPage, unbuiltPolicy } from './unbuilt-page.ts'

/** Nothing but what was built runs, and no text becomes HTML (CSP level 3; Trusted Types). Pictures may be those of a tenant's own site. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')

const forEver = 'public, max-age=31536000, immutable'

/**
 * The console and the pages for end users: `/console/assets/*` are the files that were built for both, `/console/preview` shows mails, and
 * every other address below `/console`, and each below `/account`, is the page, which finds out by itself what is meant. No limit counts
 * them: they are the same for everybody, and are sent from memory.
 *
 * @param folder where it was built to; without a build each address tells how it is made
 */
export async function consoleFiles(app: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  const built = readBuilt(folder)
  app.get<{ Params: { '*': string } }>('/console/assets/*', (request, reply) => {
    const file = built?.assets.get(request.params['*'])
    if (!file) throw new AppError(404, 'not_found')
    return sendAsset(request, reply, file)
  })
  const pageOf = (name: PageName) => (request: FastifyRequest, reply: FastifyReply) => {
    if (!built) return sendUnbuilt(request, reply)
    const nonce = randomBytes(18).toString('base64')
    return reply
      .headers({ 'content-security-policy': policy(nonce), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(built.pages[name].replace('__NONCE__', nonce))
  }
  app.get('/console/preview', (_request, reply) =>
    reply
      .headers({ 'content-security-policy': previewPolicy, 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(previewPage),
  )
  for (const name of ['console', 'account'] as const) {
    app.get(`/${name}`, pageOf(name))
    app.get(`/${name}/*`, pageOf(name))
  }
}

async function sendAsset(request: FastifyRequest, reply: FastifyReply, { contentType, bytes, packed }: BuiltFile): Promise<FastifyReply> {
  const packing = packingFor(request.headers['accept-encoding'])
  const chosen = packing && (await packed[packing]?.())
  reply.headers({ 'cache-control': forEver, vary: 'accept-encoding', ...(chosen && { 'content-encoding': packing }) })
  return reply.type(contentType).send(chosen ?? bytes)
}

/** The smaller one of those that the client takes (RFC 9110, section 12.5.3); null for the bytes as they are. */
function packingFor(header: string | string[] | undefined): Packing | null {
  const taken = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()))
    .filter(([, weight]) => !/^q=0(?:\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((name) => taken.includes(name)) ?? null
}

function sendUnbuilt(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({ 'content-security-policy': unbuiltPolicy, 'cache-control': 'no-store', vary: 'accept-language' })
    .type('text/html; charset=utf-8')
    .send(unbuiltPage(languageOf(request.headers['accept-language'])))
}
