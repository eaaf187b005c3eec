import type { Socket } from 'node:net'

/** Connections that hold a stream: where there is room for no other, they give way, for their clients come back by themselves. */
export const streamSockets = new WeakSet<Socket>()
