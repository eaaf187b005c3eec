import { useComputedColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import type { Start } from '../api/start.ts'
import { accentOf } from '../ui/accent.ts'

/** The colour of the caller's tenant, as far as it can be read, in place of ours. */
export function useBranding({ start }: Start): void {
  const theme = useComputedColorScheme('light')
  const colour = start?.tenant?.branding.primaryColor
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
