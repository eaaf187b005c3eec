import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../icons.ts'

export interface MarkLook {
  readonly icon: IconName
  readonly tone: 'green' | 'amber' | 'red' | 'blue' | 'grey'
  /** The usual state is quiet. */
  readonly isQuiet?: boolean
}

/** The state of a record that has states of its own: a shape, a colour, and the word for it. */
export function Mark({ look, children }: { look: MarkLook; children: ReactNode }) {
  return (
    <span className="status" data-tone={look.tone} data-quiet={look.isQuiet || undefined}>
      <Icon name={look.icon} size={14} />
      {children}
    </span>
  )
}
