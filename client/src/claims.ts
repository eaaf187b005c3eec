/** The id of the session that an access token is of. @throws SyntaxError for a text that is no token */
export const sessionIn = (accessToken: string): string => claimIn(accessToken, 'sid')

/** The id of the account that an access token is of. @throws SyntaxError for a text that is no token */
export const accountIn = (accessToken: string): string => claimIn(accessToken, 'sub')

function claimIn(accessToken: string, name: 'sid' | 'sub'): string {
  const payload = accessToken.split('.')[1] ?? ''
  // a claim in other letters comes out wrong, an id does not
  return String((JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly [claim: string]: unknown })[name])
}
