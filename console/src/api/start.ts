/** Who the caller is and what they may do: asked for once, at the start. */
import { useQuery } from '@tanstack/react-query'
import { ask, Refused, type Reply } from './client.ts'

/** What is owed before anything else is open. */
export type Duty = 'password' | 'twoFactor'

export interface Start {
  readonly me: Reply<'getOwnProfile'> | undefined
  readonly duty: Duty | null
  readonly error: unknown
  retry(): void
  /** Whether the caller holds a permission; undefined while that is not known. */
  can(permission: string): boolean | undefined
}

const duties: Readonly<Record<string, Duty>> = { password_change_required: 'password', two_factor_setup_required: 'twoFactor' }

export const startKeys = ['getOwnProfile', 'getOwnPermissions'] as const

export function useStart(): Start {
  const [profile, rights] = startKeys.map((name) => ask(name, {}))
  const me = useQuery(profile as ReturnType<typeof ask<'getOwnProfile'>>)
  const own = useQuery(rights as ReturnType<typeof ask<'getOwnPermissions'>>)
  const error = me.error ?? own.error
  return {
    me: me.data,
    duty: error instanceof Refused ? (duties[error.code] ?? null) : null,
    error,
    retry: () => void Promise.all([me.refetch(), own.refetch()]),
    can: (permission) => own.data?.permissions.includes(permission),
  }
}
