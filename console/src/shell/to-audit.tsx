import type { ReactNode } from 'react'
import { ScreenLink } from './ScreenLink.tsx'

/** A way to what the log holds of it. @param search as the address of the log says it */
export const toAudit = (search: Readonly<Record<string, string>>, name: ReactNode): ReactNode => (
  <ScreenLink to="/audit" search={search}>
    {name}
  </ScreenLink>
)
