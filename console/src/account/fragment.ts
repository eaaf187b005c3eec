/** What a link in a mail brings: an address and its code. They stand in the fragment, which is never sent, and leave it at once. */
export interface Brought {
  readonly email: string
  readonly code: string
}

/**
 * Takes both out of the address, before anything else can read them there. Nothing is done with them until somebody goes on.
 *
 * @returns null where there is no code
 */
export function takeFragment(): Brought | null {
  const said = new URLSearchParams(location.hash.slice(1))
  const code = said.get('code') ?? ''
  // `#main` only leads to a place of the page
  if (location.hash.includes('=')) history.replaceState(history.state, '', location.pathname + location.search)
  if (code === '') return null
  const email = said.get('email') ?? ''
  return { email: email.length > 254 ? '' : email, code: /^\d{6}$/.test(code) ? code : '' }
}
