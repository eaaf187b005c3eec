import { hostNameOf } from '#core/text/domain-name.ts'

/**
 * The name of the host that a request was sent to: its `Host`, or, while the socket's other end is a proxy that writes the header itself
 * (`writesHost`), the right-most value of `X-Forwarded-Host`, which is the one that proxy wrote. Null where there is none. What the client
 * claims is a name, and no proof of anything.
 */
export function requestHost(
  socketAddress: string | undefined,
  { host, 'x-forwarded-host': forwarded }: { host?: string | undefined; 'x-forwarded-host'?: string | string[] | undefined },
  writesHost: (address: string) => boolean,
): string | null {
  const isForwarded = forwarded !== undefined && socketAddress !== undefined && writesHost(socketAddress)
  const written = isForwarded ? (typeof forwarded === 'string' ? forwarded : forwarded.join(',')).split(',').at(-1) : host
  const name = hostNameOf(written ?? '')
  return name === '' ? null : name
}
