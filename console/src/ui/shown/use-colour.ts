import { useComputedColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { accentOf } from '../accent.ts'

/** The colour of a tenant, as far as it can be read, in place of ours. What is no colour is none: nothing else of it reaches a style. */
export function useColour(colour: string | null | undefined): void {
  const theme = useComputedColorScheme('light')
  useEffect(() => {
    const accent = colour ? accentOf(colour, theme) : null
    if (!accent) return
    const { style } = document.documentElement
    for (const [name, value] of Object.entries(accent)) style.setProperty(`--${name}`, value)
    return () => {
      for (const name of Object.keys(accent)) style.removeProperty(`--${name}`)
    }
  }, [colour, theme])
}
