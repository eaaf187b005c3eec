import { Navigate } from '@tanstack/react-router'
import { useStart } from '../api/start.ts'
import { mayOpen, navItems } from './areas.ts'
import { Forbidden } from './Pages.tsx'

/** For whoever has no dashboard: the first screen that a permission of theirs opens. */
export function Home() {
  const { can, me } = useStart()
  const first = navItems.find((item) => item.permission !== null && mayOpen(item, can))
  if (first) return <Navigate to={first.path} replace />
  return me ? <Forbidden permission="dashboard.view" /> : null
}
