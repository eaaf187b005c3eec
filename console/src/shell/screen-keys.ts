import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Start } from '../api/start.ts'
import { isKey } from '../ui/list/keys.ts'
import { letterOf } from '../ui/list/letters.ts'
import { mayOpen, type NavItem, navItems } from './areas.ts'

/** So long the second letter has after `g`, in milliseconds. */
const patienceMs = 1500

/** The screens that a letter leads to after `g`, of those that the caller may open. */
export const keyedScreens = (can: Start['can']): readonly (NavItem & { readonly key: string })[] =>
  navItems.filter((item): item is NavItem & { key: string } => item.key !== undefined && mayOpen(item, can))

/** `g` and a letter go to a screen, `?` tells the keys; never while somebody types (WCAG 2.2, 2.1.4), nor over a dialog. */
export function useScreenKeys(can: Start['can'], onHelp: () => void): void {
  const navigate = useNavigate()
  useEffect(() => {
    let until = 0
    const onKey = (event: KeyboardEvent) => {
      if (!isKey(event) || event.key === 'Shift') return
      const isSecond = event.timeStamp < until
      until = 0
      if (isSecond) {
        const screen = keyedScreens(can).find(({ key }) => key === letterOf(event))
        if (screen) void navigate({ to: screen.path })
      } else if (event.key === '?' || event.key === '؟') onHelp()
      else if (letterOf(event) === 'g' && !event.shiftKey) until = event.timeStamp + patienceMs
      else return
      event.preventDefault()
      // the second letter is a key of lists too
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [can, navigate, onHelp])
}
