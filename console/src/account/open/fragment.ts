/** What a link in a mail brings: an address and its code. They stand in the fragment, which is never sent, and leave it at once. */
export interface Brought {
  readonly email: string
  readonly code: string
}

/** Takes both out of the address, before anything else can read them there. Nothing is done with them until somebody goes on. */
export function takeFragment(): Brought {
  const said = new URLSearchParams(location.hash.slice(1))
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
  const [email, code] = [said.get('email') ?? '', said.get('code') ?? '']
  return { email: email.length > 254 ? '' : email, code: /^\d{6}$/.test(code) ? code : '' }
}
