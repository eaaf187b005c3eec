import type { ReactNode } from 'react'
import { Hidden } from '../Facts.tsx'
import { Avatar } from '../Person.tsx'
import { type Account, nameOf } from './account.ts'

/** An account in a row: picture, name, and the address below it. */
export function Who({ account, mark }: { readonly account: Account; readonly mark?: ReactNode }) {
  const name = nameOf(account)
  return (
    <span className="who">
      <Avatar name={name} src={account.avatarUrl} />
      <span>
        <b>
          <span className="cut" dir="auto">
            {name}
          </span>
          {mark && <span className="mini">{mark}</span>}
        </b>
        {account.email === undefined ? (
          <Hidden />
        ) : (
          <small className="cut" dir="ltr">
            {account.email}
          </small>
        )}
      </span>
    </span>
  )
}
