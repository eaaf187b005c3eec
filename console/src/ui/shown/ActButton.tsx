import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../icons.ts'
import { tellFlaw } from '../toasts.tsx'

interface Props {
  readonly icon?: IconName
  readonly size?: 'xs'
  /** Read out in the place of what stands on it, where that says too little by itself. */
  readonly label?: string
  /** Why it can't be done now; null where it can. */
  readonly whyNot?: string | null
  readonly children: ReactNode
  /** Does it; until that is over it is not done again. */
  run(): unknown
}

/** One thing that can be done to a record: once, however fast somebody clicks again. What can't be done stays, greyed, and says why. */
export function ActButton({ icon, size, label, whyNot = null, children, run }: Props) {
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    if (isBusy) return
    // who has no mouse sees no title
    if (whyNot !== null) return tellFlaw(whyNot)
    setBusy(true)
    try {
      await run()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      {...(size && { size })}
      {...(label && { 'aria-label': label })}
      {...(icon && { leftSection: <Icon name={icon} size={14} /> })}
      // not disabled: it would lose the focus, and nobody could ask it why
      {...((isBusy || whyNot !== null) && { 'aria-disabled': true, 'data-disabled': true })}
      title={whyNot ?? undefined}
      onClick={() => void press()}
    >
      {children}
    </Button>
  )
}
