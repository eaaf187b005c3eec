import { client } from '../../api/client.ts'

/** Whose password a form is about, for the keeper of passwords in the browser: nobody sees it. */
export function OwnName() {
  const { session } = client
  const name = session.status === 'signed-in' ? session.user.email : ''
  return <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
}
