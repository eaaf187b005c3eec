import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Exchange } from './route.ts'

/** Header and cookie access of one request. Cookies are always HttpOnly, Secure and SameSite=Strict (RFC 6265bis, section 4.1.2). */
export function exchangeOf(request: FastifyRequest, reply: FastifyReply, host: (request: FastifyRequest) => string | null): Exchange {
  return {
    header: (name) => {
      const value = request.headers[name.toLowerCase()]
      return Array.isArray(value) ? value[0] : value
    },
    host: () => host(request),
    cookie: (name) => request.cookies?.[name],
    isGone: () => request.raw.socket.destroyed,
    setCookie: (name, value, { path, maxAgeSeconds }) => {
      reply.setCookie(name, value, { path, maxAge: maxAgeSeconds, httpOnly: true, secure: true, sameSite: 'strict' })
    },
  }
}
