/** Lists as what they are read for: page by page, or record by record. */

interface Page {
  readonly items: readonly unknown[]
  readonly nextCursor: string | null
}

type Query = Readonly<Record<string, unknown>>

/** Pages from the one that `query` asks for, to the last. A cursor is a place in the list: what changes meanwhile moves no page. */
export async function* pagesOf<P extends Page>(ask: (query: Query) => Promise<P>, query: Query): AsyncGenerator<P, void, undefined> {
  let page = await ask(query)
  yield page
  while (page.nextCursor !== null) {
    page = await ask({ ...query, page: undefined, cursor: page.nextCursor })
    yield page
  }
}

/** As many records a request as the service gives. */
export const largestPage = 100
