import { useRef } from 'react'

/**
 * Whether a form that the address asks for is open: it opens for who may do it alone. One that is open stays, or what is typed in it would go
 * with a permission; what is saved then is the service's to judge.
 */
export function useOpened(isAsked: boolean, may: boolean | undefined): boolean {
  const isOpen = useRef<boolean>(false)
  isOpen.current = isAsked && (isOpen.current || may === true)
  return isOpen.current
}
