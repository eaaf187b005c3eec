/**
 * What is used of `node:http`. An import of it by name reads all that it has, its `WebSocket` included, for which Node loads the whole of
 * its `fetch`: 17 MB that nothing here needs.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
