/** Backup codes are shown once: nothing that the page hears meanwhile takes the form away that they come in. */
import { useState } from 'react'

export interface FactorHold {
  /** Whether the form stays: its answer is on its way, the factor is on without codes, or the codes are there. */
  readonly isHeld: boolean
  readonly areCodesShown: boolean
  /** What the form tells. */
  readonly told: { onBusy(isBusy: boolean): void; onOn(): void; onCodes(): void }
  /** The codes are kept. */
  release(): void
}

/** What holds the form for the second factor, on pages that go on by themselves as soon as the service says that it is on. */
export function useFactorHold(): FactorHold {
  const [isBusy, setBusy] = useState(false)
  const [isOn, setOn] = useState(false)
  const [areCodesShown, setCodesShown] = useState(false)
  return {
    isHeld: isBusy || isOn || areCodesShown,
    areCodesShown,
    told: { onBusy: setBusy, onOn: () => setOn(true), onCodes: () => setCodesShown(true) },
    release() {
      setOn(false)
      setCodesShown(false)
    },
  }
}
