import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * How long a client has to read the answer before its connection ends: sooner, a reset could overtake it. Half a second was too short
 * for a client whose machine was busy. nginx waits as long (`lingering_timeout`).
 */
const lingerMs = 5000

/**
 * Ends the connection of a request behind its answer when its body was not read to the end. Whoever is still sending would wait for ever
 * for somebody to read it: what still comes is read and thrown away for a moment.
 */
export function closeUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  if (!reply.raw.headersSent) reply.header('connection', 'close')
  // the head has promised to keep it open
  else reply.raw.once('finish', () => throwAway(raw, raw.socket))
}

/**
 * A connection that ends with its answer is closed in two steps while its client still sends (RFC 9112, section 9.6): what is closed over
 * bytes that nobody read is reset, and the reset takes away the answer that the client has not read yet.
 */
export function lingerOverUnread(app: FastifyInstance): void {
  const latest = new WeakMap<Socket, IncomingMessage>()
  app.server.on('request', (request) => latest.set(request.socket, request))
  app.server.on('connection', (socket: Socket) => {
    const { destroySoon } = socket
    // what node calls behind an answer with `connection: close`
    socket.destroySoon = () => {
      const request = latest.get(socket)
      if (request === undefined || request.complete || request.destroyed) return destroySoon.call(socket)
      socket.end()
      throwAway(request, socket)
    }
  })
}

/** Reads what still comes of a request for a moment, and then ends its connection; one that goes on stays where the request ended in time. */
function throwAway(request: IncomingMessage, socket: Socket): void {
  request.resume()
  const timer = setTimeout(() => (request.complete && !socket.writableEnded) || socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
}
