import { useEffect, useRef } from 'react'
import { Fault } from '../Note.tsx'
import type { Sending } from './use-sending.ts'

/** Why a form was refused, above its fields. It has the focus once for each refusal: whoever goes on typing keeps it. */
export function Summary({ told, wait }: Pick<Sending, 'told' | 'wait'>) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (told) box.current?.focus()
  }, [told])
  return (
    told && (
      <div tabIndex={-1} className="summary" ref={box}>
        <Fault told={told} wait={wait} />
      </div>
    )
  )
}
