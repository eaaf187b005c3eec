import { Navigate } from '@tanstack/react-router'
import { useStart } from '../api/start.ts'
import { navItems } from './areas.ts'
import { Forbidden } from './Pages.tsx'

/** The first screen that the caller may open. */
export function Home() {
  const { can, me } = useStart()
  const first = navItems.find(({ permission }) => can(permission))
  if (first) return <Navigate to={first.path} replace />
  return me && can('admins.view') === false ? <Forbidden permission="admins.view" /> : null
}
