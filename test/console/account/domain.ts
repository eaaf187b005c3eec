/** Addresses as a browser sees them: over https, by a proxy that ends TLS and passes the host on. */
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { verifiedDomain } from '../../domains/proving.ts'
import type { TestApp } from '../../harness.ts'
import { selfSigned } from '../../rig/certificates.ts'
import { atEnd } from '../../rig/cleanup.ts'

export interface Front {
  /** Of `name`, in a browser (`chromium.ts` knows where it is). */
  addressOf(name: string): string
  /** What stands behind it. */
  leadTo(app: TestApp): void
}

/** A proxy for `https://<name>.tenants.example`, which is there before the service behind it. */
export async function startFront(): Promise<Front> {
  let to = new URL('http://127.0.0.1')
  const server = createServer(selfSigned('*.tenants.example'), (asked, answer) => {
    const { method, url: path, headers } = asked
    const passed = request({ host: to.hostname, port: to.port, method, path, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
      // a stream is told of who leaves
      answer.once('close', () => got.destroy())
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    addressOf: (name) => `https://${name}.tenants.example:${port}`,
    leadTo: (app) => {
      to = new URL(app.url)
    },
  }
}

/** Has tenants prove `<name>.tenants.example`. @returns the address of each in a browser */
export async function startDomains(
  app: TestApp,
  tenants: Readonly<Record<string, string>>,
  front: Front | Promise<Front> = startFront(),
): Promise<string[]> {
  for (const [name, tenantId] of Object.entries(tenants)) await verifiedDomain(app, tenantId, `${name}.tenants.example`, true)
  const { addressOf, leadTo } = await front
  leadTo(app)
  return Object.keys(tenants).map(addressOf)
}
