/** What the tabs of one browser have in common: its cookies, as far as the service sets them; and a record of what they sent. */

export interface Seen {
  /** `POST /api/v1/auth/admin/refresh`, without a query. */
  readonly at: string
  /** Null where no answer came. */
  readonly status: number | null
  readonly headers: Headers
}

export class Browser {
  readonly seen: Seen[] = []
  /** The cookies of the next answer are kept when this is. */
  late: Promise<void> | null = null
  readonly #cookies = new Map<string, { readonly value: string; readonly path: string }>()

  /** Sends as a page of the service would, for the `fetch` of a client. */
  readonly fetch: typeof globalThis.fetch = async (url, init = {}) => {
    const { pathname } = new URL(String(url))
    const headers = new Headers(init.headers)
    const cookie = [...this.#cookies].filter(([, { path }]) => pathname.startsWith(path)).map(([name, { value }]) => `${name}=${value}`)
    if (init.credentials !== 'omit' && cookie.length > 0) headers.set('cookie', cookie.join('; '))
    const at = `${init.method ?? 'GET'} ${pathname}`
    try {
      const response = await fetch(url, { ...init, headers })
      this.seen.push({ at, status: response.status, headers })
      const { late } = this
      this.late = null
      await late
      if (init.credentials !== 'omit') for (const line of response.headers.getSetCookie()) this.#keep(line)
      return response
    } catch (error) {
      this.seen.push({ at, status: null, headers })
      throw error
    }
  }

  /** The statuses of what was sent there so far. */
  answersTo(at: string): (number | null)[] {
    return this.seen.filter((one) => one.at === at).map(({ status }) => status)
  }

  get cookies(): readonly string[] {
    return [...this.#cookies.keys()]
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=')
    const path = attributes.find((attribute) => attribute.startsWith('Path='))?.slice(5) ?? '/'
    if (value === '' || attributes.includes('Max-Age=0')) this.#cookies.delete(name)
    else this.#cookies.set(name, { value, path })
  }
}
