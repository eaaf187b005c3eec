/** What is known of a log after some steps of its proof: one call looks at 100,000 seals at most. */
import type { Reply } from '../../api/client.ts'

type Step = Reply<'verifyAuditLog'>

export interface Proof {
  readonly checked: number
  readonly unsealed: number
  readonly erased: number
  readonly firstBreak: Step['firstBreak']
  /** Where the next step begins; null before the first and after the last. */
  readonly next: number | null
  readonly isDone: boolean
}

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
