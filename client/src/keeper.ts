/** Where the refresh token of a session is between two uses. */
import type { RefreshTokenStore, Settings } from './options.ts'

export interface Keeper {
  /** The service keeps it in a cookie, and this client never sees it. */
  readonly isCookie: boolean
  /** What a refresh sends; null where there is nothing to send, and nobody is signed in. */
  body(): Promise<{ refreshToken?: string } | null>
  save(token: string | null): Promise<void>
}

export function keeperOf({ refreshToken }: Settings): Keeper {
  if (refreshToken === 'cookie') return { isCookie: true, body: async () => ({}), save: async () => undefined }
  const store = refreshToken === 'memory' ? memory() : refreshToken
  // what could not be saved is good all the same, and what is in the store is not
  let unsaved: string | null = null
  return {
    isCookie: false,
    async body() {
      const token = unsaved ?? (await store.load())
      return token === null ? null : { refreshToken: token }
    },
    async save(token) {
      unsaved = token
      await store.save(token)
      unsaved = null
    },
  }
}

function memory(): RefreshTokenStore {
  let kept: string | null = null
  return {
    load: () => kept,
    save: (token) => {
      kept = token
    },
  }
}
