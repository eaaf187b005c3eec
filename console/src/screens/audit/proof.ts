/** What is known of a log after some steps of its proof: one call looks at 100,000 seals at most. */

interface Step {
  readonly checked: number
  readonly unsealed: number
  readonly erased: number
  readonly firstBreak: { readonly entryId: string | null; readonly kind: 'changed' | 'removed' | 'reordered' } | null
  readonly nextSequence: number | null
}

export interface Proof {
  readonly checked: number
  readonly unsealed: number
  readonly erased: number
  readonly firstBreak: Step['firstBreak']
  /** Where the next step begins; null before the first and after the last. */
  readonly next: number | null
  readonly isDone: boolean
}

/**
 * Whose log is proved; null is the platform's. Each log is proved by itself: an admin of a tenant proves the own one alone, whichever part of
 * the tree is looked at.
 */
export const logOf = (own: string | null, looked: string | undefined): string | null => own ?? looked ?? null

export const noneYet: Proof = { checked: 0, unsealed: 0, erased: 0, firstBreak: null, next: null, isDone: false }

/** With what one more step found. Nothing is proved beyond a break. */
export function proofWith(before: Proof, step: Step): Proof {
  return {
    checked: before.checked + step.checked,
    unsealed: step.unsealed,
    erased: before.erased + step.erased,
    firstBreak: step.firstBreak,
    next: step.nextSequence,
    isDone: step.firstBreak !== null || step.nextSequence === null,
  }
}
