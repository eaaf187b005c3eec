/** Which operation of the document an address belongs to, as the router reads it. */
import { type Operation, operations } from '../openapi/schemas.ts'

export interface OperationPlace {
  readonly operation: Operation
  /** `GET /api/v1/Admins/{id}` */
  readonly name: string
}

interface Node {
  /** By lower-case segment: the router takes either case. */
  readonly named: Map<string, Node>
  /** Any segment; what is named goes before it. */
  any?: Node
  readonly places: Map<string, OperationPlace>
}

const made = (): Node => ({ named: new Map(), places: new Map() })
const root = made()
for (const { method, path, operation } of operations) {
  let at = root
  for (const part of path.split('/').slice(1)) at = part.startsWith('{') ? anyOf(at) : namedOf(at, part.toLowerCase())
  at.places.set(method, { operation, name: `${method} ${path}` })
}

function anyOf(node: Node): Node {
  node.any ??= made()
  return node.any
}

function namedOf(node: Node, part: string): Node {
  const known = node.named.get(part) ?? made()
  node.named.set(part, known)
  return known
}

/** @param path query and a trailing slash included or not; undefined for an address that is none of the document's */
export function operationAt(method: string, path: string): OperationPlace | undefined {
  const bare = path.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '')
  return found(root, bare.split('/').slice(1), method)
}

function found(node: Node, parts: readonly string[], method: string): OperationPlace | undefined {
  const [part, ...rest] = parts
  if (part === undefined) return node.places.get(method)
  const named = node.named.get(part.toLowerCase())
  return (named && found(named, rest, method)) ?? (node.any && part !== '' ? found(node.any, rest, method) : undefined)
}
