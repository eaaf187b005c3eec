/** DNS servers on loopback: a well-behaved one, and one that answers whatever bytes a test wants. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, isIPv6, type Socket as TcpSocket } from 'node:net'
import DNS from 'dns2'
import { atEnd } from './cleanup.ts'

export interface Zone {
  /** Each record as its strings of up to 255 bytes. */
  txt?: readonly (readonly string[])[]
  cname?: string
  /** IPv4 and IPv6 addresses. */
  addresses?: readonly string[]
  /** 2 is SERVFAIL, 3 NXDOMAIN (RFC 1035, section 4.1.1), which a name that is not here gets anyway. */
  rcode?: number
}

export interface TestDns {
  /** As DNS_SERVERS takes it. */
  readonly address: string
  /** By name, in lower case; changed at any time. */
  readonly zones: Map<string, Zone>
  /** Names and types that were asked for: `TXT name`. */
  readonly asked: string[]
  /** Holds every answer back until it resolves. */
  hold: Promise<void> | null
}

const ttl = 2 ** 31 - 1

/** A server over UDP whose answers are written by dns2, an implementation that is not ours. */
export async function startDns(): Promise<TestDns> {
  const { Packet } = DNS
  const zones = new Map<string, Zone>()
  const asked: string[] = []
  const server = DNS.createUDPServer(async (request, send) => {
    const response = Packet.createResponseFromRequest(request)
    const { name, type } = request.questions[0]!
    const typeName = Object.entries(Packet.TYPE).find(([, number]) => number === type)?.[0] ?? type
    asked.push(`${typeName} ${name}`)
    await dns.hold
    const zone = zones.get(name.toLowerCase())
    response.header.rcode = (zone ? (zone.rcode ?? 0) : 3) as never
    const add = (kind: number, record: object) =>
      response.answers.push({ name, type: kind, class: Packet.CLASS.IN, ttl, ...record } as never)
    if (zone?.cname) add(Packet.TYPE.CNAME, { domain: zone.cname })
    if (type === Packet.TYPE.TXT) for (const data of zone?.txt ?? []) add(Packet.TYPE.TXT, { data })
    if (type === Packet.TYPE.A || type === Packet.TYPE.AAAA)
      for (const address of zone?.addresses ?? []) if (isIPv6(address) === (type === Packet.TYPE.AAAA)) add(type, { address })
    // whoever asked may have given up by now
    await Promise.resolve(send(response)).catch(() => undefined)
  })
  await server.listen(0, '127.0.0.1')
  const { port } = server.address() as AddressInfo
  atEnd(async () => void server.close())
  const dns: TestDns = { address: `127.0.0.1:${port}`, zones, asked, hold: null }
  return dns
}

export interface RawServer {
  readonly address: string
  /** Questions that came in by each way. */
  readonly came: { udp: number; tcp: number }
}

export interface Behaviour {
  /** Messages that are sent back, one datagram each; none is silence. */
  udp(query: Buffer, again: (message: Buffer) => void): readonly Buffer[]
  tcp?(query: Buffer, socket: TcpSocket): void
}

/** A server over UDP and TCP on one port that writes any bytes at all. */
export async function startRawDns({ udp, tcp }: Behaviour): Promise<RawServer> {
  const came = { udp: 0, tcp: 0 }
  const tcpServer = createServer((socket) => {
    const connection = atEnd(async () => void socket.destroy())
    socket.on('close', () => void connection())
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      came.tcp++
      tcp?.(data.subarray(2), socket)
    })
  }).listen(0, '127.0.0.1')
  await once(tcpServer, 'listening')
  const { port } = tcpServer.address() as AddressInfo
  const socket: UdpSocket = createSocket('udp4')
  socket.on('message', (query, from) => {
    came.udp++
    const send = (message: Buffer) => socket.send(message, from.port, from.address, () => undefined)
    for (const message of udp(query, send)) send(message)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  atEnd(async () => {
    tcpServer.close()
    socket.close()
  })
  return { address: `127.0.0.1:${port}`, came }
}

export interface Message {
  id?: number
  isTruncated?: boolean
  rcode?: number
  answers?: readonly Buffer[]
}

/** Where the question ends: after its name, type and class. */
const endOfQuestion = (query: Buffer) => query.indexOf(0, 12) + 5

/** The type that is asked for: 5 is CNAME, 16 TXT. */
export const typeOf = (query: Buffer): number => query.readUInt16BE(endOfQuestion(query) - 4)

/** An answer to a question (RFC 1035, section 4.1). */
export function messageTo(query: Buffer, { id, isTruncated = false, rcode = 0, answers = [] }: Message): Buffer {
  const head = Buffer.from(query.subarray(0, endOfQuestion(query)))
  if (id !== undefined) head.writeUInt16BE(id, 0)
  head.writeUInt16BE(0x8180 | (isTruncated ? 0x0200 : 0) | rcode, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, ...answers])
}

export const typeTxt = 16
export const typeCname = 5

/** A record of the name that was asked for, or of another. */
export function recordOf(type: number, data: Buffer, owner: Buffer = Buffer.from([0xc0, 12])): Buffer {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt32BE(ttl, 4)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, head, data])
}

export const txtData = (text: string): Buffer => Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)])

/** A name as labels (RFC 1035, section 3.1). */
export const nameData = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])), Buffer.from([0])])

/** With its length in front, as TCP has it (RFC 1035, section 4.2.2). */
export function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return Buffer.concat([length, message])
}
