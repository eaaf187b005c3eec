/**
 * Whether an answer that comes late may still lead somebody on. A link changes the address at once, and the page that they leave stays until the
 * next one has loaded: that it is there says nothing.
 */
import { consolePath } from '../../api/console-path.ts'

/** Whether somebody is at that page, or below it. */
export const isStillAt = (path: string): boolean => location.pathname.startsWith(`${consolePath}${path}`)

/** Notes at which page somebody is. @returns whether they still are */
export function notedHere(): () => boolean {
  const here = location.pathname
  return () => location.pathname === here
}
