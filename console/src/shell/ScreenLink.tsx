import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useStart } from '../api/start.ts'
import { screenAt } from '../sitemap/screens.ts'

interface Props {
  /** Address of a screen below `/console`. */
  readonly to: string
  readonly search?: Readonly<Record<string, string | undefined>>
  readonly className?: string
  /** Nothing at all for whoever may not open it, where the words say nothing but the way. */
  readonly isAll?: boolean
  readonly children: ReactNode
}

/** A way to another screen, for whoever may open it; for anybody else its words alone. */
export function ScreenLink({ to, search = {}, className, isAll = false, children }: Props) {
  const { can } = useStart()
  const screen = screenAt(to)
  const isOpen = screen !== undefined && (screen.access !== 'permission' || can(screen.permission) === true)
  if (!isOpen) return isAll ? null : children
  return (
    <Link to={to} search={search as never} {...(className && { className })}>
      {children}
    </Link>
  )
}
