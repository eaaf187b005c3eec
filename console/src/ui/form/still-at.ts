import { consolePath } from '../../api/console-path.ts'

/**
 * Whether somebody is still at that page or below it, for an answer that would lead them on. A link changes the address at once; the page that
 * they leave stays until the next one has loaded.
 */
export const isStillAt = (path: string): boolean => location.pathname.startsWith(`${consolePath}${path}`)
