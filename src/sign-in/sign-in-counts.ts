import { AppError } from '#core/errors.ts'
import { Counter } from '#core/measures.ts'
import { isUnavailable } from '#db/database-errors.ts'
import type { SignInCounter } from '#db/rows/context.ts'

const steps = ['password', 'workspaces', 'two_factor', 'external'] as const
const outcomes = [
  'succeeded',
  'two_factor_required',
  'workspaces_shown',
  'wrong',
  'locked',
  'account_closed',
  'tenant_closed',
  'refused',
  'unavailable',
  'failed',
] as const

export const newSignInCounter = (): SignInCounter =>
  new Counter<{ step: string; outcome: string }>('Sign-ins by step and outcome; what the rate limiter refused is not among them', {
    step: steps,
    outcome: outcomes,
  })

/** Runs one step of a sign-in and counts how it ended, whether that is answered, returned or thrown. */
export async function counted<T extends object>(
  counter: SignInCounter,
  step: (typeof steps)[number],
  work: () => Promise<T | AppError>,
): Promise<T | AppError> {
  try {
    const answer = await work()
    counter.add({ step, outcome: answer instanceof AppError ? outcomeOf(answer) : successOf(answer) })
    return answer
  } catch (error) {
    counter.add({ step, outcome: error instanceof AppError ? outcomeOf(error) : isUnavailable(error) ? 'unavailable' : 'failed' })
    throw error
  }
}

function successOf(answer: object): (typeof outcomes)[number] {
  if ('accessToken' in answer) return 'succeeded'
  return 'workspaces' in answer ? 'workspaces_shown' : 'two_factor_required'
}

function outcomeOf({ status, code }: AppError): (typeof outcomes)[number] {
  if (status === 401) return 'wrong'
  if (status === 423) return 'locked'
  if (status === 503) return 'unavailable'
  if (code.startsWith('account_')) return 'account_closed'
  return code.startsWith('tenant_') ? 'tenant_closed' : 'refused'
}
