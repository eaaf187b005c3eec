/** Domains of tenants as a browser sees them: over https, by a proxy that ends TLS and passes the host on. */
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { verifiedDomain } from '../../domains/proving.ts'
import type { TestApp } from '../../harness.ts'
import { selfSigned } from '../../rig/certificates.ts'
import { atEnd } from '../../rig/cleanup.ts'

/** Has tenants prove `<name>.tenants.example`. @returns the address of each in a browser (`chromium.ts` knows where they are) */
export async function startDomains(app: TestApp, tenants: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [name, tenantId] of Object.entries(tenants)) await verifiedDomain(app, tenantId, `${name}.tenants.example`, true)
  const to = new URL(app.url)
  const server = createServer(selfSigned('*.tenants.example'), (asked, answer) => {
    const { method, url: path, headers } = asked
    const passed = request({ host: to.hostname, port: to.port, method, path, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
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
  return Object.keys(tenants).map((name) => `https://${name}.tenants.example:${port}`)
}
