/** A code or link that was sent by mail just now. */
export interface Mailed {
  readonly to: string
  /** Seconds until another one may be sent, as of now; null where nobody said. */
  left(): number | null
}

/** @param to the address @param wait seconds until another one may be sent: whoever types another address and comes back to this one does not wait anew */
export function mailedTo(to: string, wait: number | null): Mailed {
  const end = wait === null ? null : Date.now() + wait * 1000
  return { to, left: () => end && Math.max(0, Math.ceil((end - Date.now()) / 1000)) }
}
