/** Who the caller is, what they may do and what they like: asked for once, at the start. */
import { useQuery } from '@tanstack/react-query'
import { ask, type Reply } from './client.ts'
import { fieldsHiddenFrom } from './held.ts'

/** What is owed before anything else is open. */
export type Duty = 'password' | 'twoFactor'

export interface Start {
  /** The whole answer; undefined until it is there. */
  readonly start: Reply<'getAdminStart'> | undefined
  readonly me: Reply<'getAdminStart'>['me'] | undefined
  readonly duty: Duty | null
  readonly error: unknown
  retry(): void
  /** Whether the caller holds a permission, `platform:settings.view` on the platform itself; undefined while that is not known. */
  can(permission: string): boolean | undefined
  /** Fields that a permission of the caller leaves out. */
  keptFrom(permission: string): readonly string[]
}

/** What the answer is known by in the cache: `queryClient.invalidateQueries({ queryKey: startKey })` asks again. */
export const startKey = ['getAdminStart', {}] as const

export function useStart(): Start {
  const query = useQuery({ ...ask('getAdminStart', {}), staleTime: 60_000 })
  const start = query.data
  const { passwordChange = false, twoFactorSetup = false } = start?.duties ?? {}
  return {
    start,
    me: start?.me,
    duty: passwordChange ? 'password' : twoFactorSetup ? 'twoFactor' : null,
    error: query.error,
    retry: () => void query.refetch(),
    can(permission) {
      const onPlatform = /^platform:(.+)$/.exec(permission)?.[1]
      if (onPlatform !== undefined && start?.tenant) return false
      return start?.permissions.includes(onPlatform ?? permission)
    },
    keptFrom: (permission) => (start ? fieldsHiddenFrom(start, permission) : []),
  }
}

/** Whether that is the one account that may do everything on the platform. */
export const isSuperAdmin = (me: Start['me']): boolean => me?.tenantId === null && me.roleName === 'SuperAdmin'

/** What the address of the sign-in page says for whoever was signed in here: at the domain of a tenant the platform is elsewhere. */
export const signInSearch = ({ start, me }: Pick<Start, 'start' | 'me'>, returnTo: string | undefined) =>
  me?.tenantId === null ? { elsewhere: 'yes', returnTo } : { w: start?.tenant?.code, returnTo }
