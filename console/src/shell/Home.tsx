import { Navigate } from '@tanstack/react-router'
import { useStart } from '../api/start.ts'
import { mayOpen, navItems } from './areas.ts'
import { Forbidden } from './Pages.tsx'

/** The first screen that the caller may open. */
export function Home() {
  const { can, me } = useStart()
  const first = navItems.find((item) => item.path !== '/' && mayOpen(item, can))
  if (first) return <Navigate to={first.path} replace />
  return me ? <Forbidden permission="admins.view" /> : null
}
