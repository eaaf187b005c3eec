import type { Socket } from 'node:net'

/**
 * Connections with a body on them that may take longer than a minute in all, as long as the work on it: whoever reads it bounds the time of
 * each part. Node tells of the minute by its event `clientError`, and whoever leaves the connection alone then lets it go on.
 */
export const longBodies = new WeakSet<Socket>()
