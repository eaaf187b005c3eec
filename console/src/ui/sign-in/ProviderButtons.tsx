import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import type { Sending } from '../form/use-sending.ts'
import { byRedirect } from './by-redirect.ts'
import type { Provider } from './redirect.ts'

interface Props extends Pick<ButtonProps, 'size' | 'fullWidth'> {
  readonly providers: readonly Provider[]
  readonly sending: Sending
  readonly isClosed?: boolean
  /** @param provider as people know it */
  textOf(provider: string): string
  /** Leaves for the provider of that name. */
  onGo(name: string): Promise<void>
}

/** A button for each provider that a page can go to and come back from. */
export function ProviderButtons({ providers, sending, isClosed = false, textOf, onGo, ...look }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { isBusy, wait } = sending
  return providers.filter(byRedirect).map(({ name, displayName }) => (
    <Button
      key={name}
      {...look}
      variant="default"
      loading={isBusy && chosen === name}
      disabled={isClosed || isBusy || wait > 0}
      onClick={() => {
        setChosen(name)
        void sending.run(() => onGo(name))
      }}
    >
      <span className="cut" dir="auto">
        {textOf(displayName)}
      </span>
    </Button>
  ))
}
