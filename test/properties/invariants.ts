/** What must hold after every call, whoever made it and whatever it asked for. */
import { isPlatformOnly } from '#core/permissions.ts'
import type { Reply } from '../harness.ts'
import type { Truth } from './expected-state.ts'
import { beyond, none, shown, undueGains } from './model.ts'
import type { Call } from './steps.ts'

/** The rules broken by what is stored now; none when all is well. */
export function brokenStructure(truth: Truth): string[] {
  const problems: string[] = []
  for (const { id, parentId, grant } of truth.tenants.values()) {
    const parent = parentId === null ? undefined : truth.tenants.get(parentId)
    for (const name of grant) {
      if (isPlatformOnly(name as never)) problems.push(`tenant ${id} is granted ${name}, which is the platform's`)
      if (parent && !parent.grant.includes(name)) problems.push(`tenant ${id} is granted ${name}, its parent is not`)
    }
  }
  for (const { id, tenantId, lists } of truth.roles.values()) {
    const tenant = tenantId === null ? undefined : truth.tenants.get(tenantId)
    for (const name of tenant ? Object.keys(lists) : [])
      if (!tenant?.grant.includes(name)) problems.push(`role ${id} lists ${name}, which its tenant is not granted`)
  }
  for (const { id, tenantId, roleIds, memberIds, restrictions } of truth.groups.values()) {
    const tenant = tenantId === null ? undefined : truth.tenants.get(tenantId)
    for (const name of tenant ? Object.keys(restrictions) : [])
      if (!tenant?.grant.includes(name)) problems.push(`group ${id} restricts ${name}, which its tenant is not granted`)
    for (const role of roleIds) if (truth.roles.get(role)?.tenantId !== tenantId) problems.push(`group ${id} has a role of another tenant`)
    for (const member of memberIds)
      if (truth.accounts.get(member)?.tenantId !== tenantId) problems.push(`group ${id} has a member of another tenant`)
  }
  for (const { id, tenantId, roleId } of truth.accounts.values()) {
    const role = roleId === null ? undefined : truth.roles.get(roleId)
    if (role && role.tenantId !== tenantId) problems.push(`account ${id} has a role of another tenant`)
  }
  const chiefs = [...truth.accounts.values()].filter(({ roleId }) => roleId !== null && truth.roles.get(roleId)?.seed === 'SuperAdmin')
  if (chiefs.length !== 1 || chiefs[0]?.isOut) problems.push(`there are ${chiefs.length} SuperAdmins`)
  return problems
}

const ofRolesAndGroups = /role|group|member|restrictions|permissions|scopes/

/** The rules broken by what one call changed. */
export function brokenByCall({ kind, actor, path }: Call, reply: Reply, before: Truth, after: Truth): string[] {
  const problems: string[] = []
  if (reply.status >= 500) problems.push(`answered ${reply.status}`)
  if (reply.status >= 400 && before.digest !== after.digest)
    problems.push(`refused, but changed ${changedLines(before.digest, after.digest)}`)
  const grantor = before.rightsOf(actor.id)
  for (const account of after.accounts.values()) {
    const former = before.accounts.get(account.id)
    // who can't sign in has nothing: what switches an account on gives all that is its
    const had = former && !former.isOut ? before.rightsOf(account.id) : none
    const has = account.isOut ? none : after.rightsOf(account.id)
    const undue = undueGains(grantor, had, has)
    if (undue.length > 0) problems.push(`account ${account.id} gained ${undue.join(', ')} from who does not hold it`)
    if (!former || account.id === actor.id) continue
    const above = beyond(grantor, before.rightsOf(account.id))
    if (above.length === 0) continue
    const isRowChanged = JSON.stringify(former.row) !== JSON.stringify(account.row)
    if (isRowChanged && kind !== 'delete tenant')
      problems.push(`account ${account.id} was changed, who stands above by ${above.join(', ')}`)
    const isTouched = JSON.stringify(shown(before.rightsOf(account.id))) !== JSON.stringify(shown(after.rightsOf(account.id)))
    if (isTouched && ofRolesAndGroups.test(kind))
      problems.push(`rights of account ${account.id} were changed, who stands above by ${above.join(', ')}`)
  }
  for (const [name, records] of [
    ['tenants', 'tenants'],
    ['roles', 'roles'],
    ['groups', 'groups'],
    ['accounts', 'accounts'],
  ] as const) {
    for (const record of after[records].values()) {
      const tenantId = name === 'tenants' ? record.id : (record as { tenantId: string | null }).tenantId
      const former = before[records].get(record.id)
      if (after.isWithin(actor.tenantId, tenantId) || JSON.stringify(former) === JSON.stringify(record)) continue
      problems.push(`${name}: ${record.id} was changed by somebody outside its line`)
    }
  }
  if (kind === 'change grant') problems.push(...broughtBack(before, after, path))
  if (kind === 'sync scopes' || kind === 'clone role' || kind === 'create role' || kind === 'create group')
    for (const { id } of before.accounts.values())
      if (JSON.stringify(shown(before.rightsOf(id))) !== JSON.stringify(shown(after.rightsOf(id))))
        problems.push(`rights of account ${id} were changed`)
  return problems
}

/** A grant takes from roles and groups, and gives them nothing back; the tenant itself is changed from above only. */
function broughtBack(before: Truth, after: Truth, path: string): string[] {
  const problems: string[] = []
  for (const { id, lists } of after.roles.values()) {
    const former = before.roles.get(id)?.lists ?? {}
    for (const name of Object.keys(lists)) if (!(name in former)) problems.push(`role ${id} lists ${name} again`)
  }
  for (const { id, restrictions } of after.groups.values()) {
    const former = before.groups.get(id)?.restrictions ?? {}
    for (const name of Object.keys(restrictions)) if (!(name in former)) problems.push(`group ${id} restricts ${name} again`)
  }
  const target = path.split('/')[4] as string
  for (const { id, grant } of after.tenants.values()) {
    const former = before.tenants.get(id)?.grant ?? []
    if (id !== target && grant.some((name) => !former.includes(name)))
      problems.push(`tenant ${id} was granted more, though ${target} was meant`)
    if (!after.isWithin(target, id) && grant.length !== former.length)
      problems.push(`the grant of ${id} was changed, though ${target} was meant`)
  }
  return problems
}

const changedLines = (before: string, after: string) => {
  const known = new Set(before.split('\n'))
  return after
    .split('\n')
    .filter((line) => !known.has(line))
    .map((line) => line.split(' ')[0])
    .join(', ')
}
