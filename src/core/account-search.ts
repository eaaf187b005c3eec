import { loginKey } from './login-name.ts'

export interface SearchedAccount {
  firstName: string
  lastName: string
  username: string | null
  email: string
}

/** The lines of the text, counted from 1: a search that may not see the address looks at the others only. */
export const searchLines = { name: 1, username: 2, email: 3 } as const

/** What a search compares: the same folding as login names, in one line. */
export const searchKey = (text: string): string => loginKey(text.replace(/\s+/g, ' '))

/** The text accounts are searched by, one line each for full name, username and address; to be stored anew whenever one changes. */
export const accountSearchText = ({ firstName, lastName, username, email }: SearchedAccount): string =>
  [`${firstName} ${lastName}`, username ?? '', email].map(searchKey).join('\n')
