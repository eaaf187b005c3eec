import { type FormEvent, useEffect } from 'react'
import { useSending } from '../form/use-sending.ts'

/** A form by which somebody proves that the account is theirs: its fields are read when it is sent. */
export function useProof(onBusy: ((isBusy: boolean) => void) | undefined, work: (data: FormData) => Promise<void>) {
  const sending = useSending()
  const { isBusy } = sending
  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    void sending.run(() => work(data))
  }
  return { sending, submit }
}
