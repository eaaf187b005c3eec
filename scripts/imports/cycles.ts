/** Circles in a directed graph. */

/**
 * Goes through the graph once, depth first.
 *
 * @returns for every edge that closes a circle that circle, its first node repeated at its end; empty for a graph without any
 */
export function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const path: string[] = []

  function visit(node: string): void {
    const start = path.indexOf(node)
    if (start >= 0) {
      found.push([...path.slice(start), node])
      return
    }
    if (done.has(node)) return
    path.push(node)
    for (const target of new Set(graph.get(node))) visit(target)
    path.pop()
    done.add(node)
  }

  for (const node of graph.keys()) visit(node)
  return found
}
