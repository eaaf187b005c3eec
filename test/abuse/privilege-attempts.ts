/** What somebody tries who holds all but one right, and one under a mask: every way to more of one or less of the other. */
import { allBut, everything, putGrant } from '../delegation/rig.ts'
import { put, remove } from '../groups/world.ts'
import type { Reply, TestApp } from '../harness.ts'
import { admins, callsOf, email, held, restricting, roles, type Scene } from './privilege-scene.ts'

type Attempt = (s: Scene, token: string) => Promise<Reply>
/** By the excess that is named; `all` where somebody holds everything. */
export function attemptsOf(app: TestApp): Record<keyof typeof permissionsBeyond, Record<string, Attempt>> {
  const calls = callsOf(app)
  return {
    'users.delete': {
      'a role of the own given more': (s, token) => calls.setRole(s.myRole, everything, token, email),
      'a new role with more': (_, token) => calls.newRole([...held, 'users.delete'], token, email),
      'the same below': (s, token) => calls.newRole(['users.delete'], token, {}, { tenantId: s.child.tenantId }),
      'a copy of a stronger role': (s, token) => app.post(`${roles}/${s.strong}/clone`, {}, { token }),
      'a stronger role for everybody new': (s, token) => calls.putRole(s.strong, { isDefault: true }, token),
      'a stronger role brought in line': (s, token) => app.post(`${roles}/${s.strong}/sync-scopes`, undefined, { token }),
      'a stronger role emptied': (s, token) => calls.setRole(s.strong, [], token),
      'a stronger role deleted': (s, token) => app.request('DELETE', `${roles}/${s.strong}`, { token }),
      'somebody given a stronger role': (s, token) => app.request('PUT', `${admins}/${s.nobody}`, { token, body: { roleId: s.strong } }),
      'a group with a stronger role': (s, token) => calls.newGroup({ roleIds: [s.strong] }, token),
      'one that sleeps': (s, token) => calls.newGroup({ roleIds: [s.strong], Status: 'Inactive' }, token),
      'the own group given a stronger role': (s, token) => put(app, `${s.myGroup}/roles`, { roleIds: [s.strong] }, token),
      'by its other address': (s, token) => put(app, s.myGroup, { RoleIds: [s.strong], isActive: false }, token),
      'oneself in a stronger group': (s, token) => calls.join(s.strongGroup, [s.me.id], token),
      'somebody else in it': (s, token) => calls.join(s.strongGroup, [s.nobody], token),
      'somebody else in one that sleeps': (s, token) => calls.join(s.sleeping, [s.me.id, s.own.adminId], token),
      'the own stronger group woken': (s, token) => put(app, s.sleeping, { isActive: true }, token),
      'woken with other roles at once': (s, token) => put(app, s.sleeping, { Status: 'Active', roleIds: [] }, token),
      'left, so that somebody else may wake it': (s, token) => remove(app, `${s.sleeping}/members/${s.me.id}`, token),
      'a stronger group deleted': (s, token) => remove(app, s.strongGroup, token),
      'more granted to a tenant below': (s, token) => putGrant(app, token, s.child.tenantId, everything, undefined),
    },
    'admins.view': {
      'the mask of the own role': (s, token) => calls.setRole(s.myRole, held, token),
      'another field of it': (s, token) => calls.setRole(s.myRole, held, token, { 'admins.view': ['phoneNumber'] }),
      'a new role without it': (_, token) => calls.newRole(['admins.view'], token),
      'the restrictions of a group that binds': (s, token) => put(app, `${s.binding}/restrictions`, { restrictions: [] }, token),
      'a group that binds put to sleep': (s, token) => put(app, s.binding, { Status: 'Inactive' }, token),
      'a group that binds deleted': (s, token) => remove(app, s.binding, token),
      'a group that binds left': (s, token) => remove(app, `${s.binding}/members/${s.me.id}`, token),
      'the restrictions of a tenant below': (s, token) =>
        putGrant(app, token, s.child.tenantId, allBut('users.delete', 'files.view'), { 'users.view': ['email'] }),
      'all of them': (s, token) => putGrant(app, token, s.child.tenantId, allBut('users.delete', 'files.view'), {}),
    },
    all: {
      'a copy of the role that has everything': (s, token) => app.post(`${roles}/${s.tenantAdminRole}/clone`, {}, { token }),
      'a group with it': (s, token) => calls.newGroup({ roleIds: [s.tenantAdminRole] }, token),
      'the own group given it': (s, token) => put(app, s.myGroup, { roleIds: [s.tenantAdminRole.toUpperCase()] }, token),
      'somebody above restricted': (s, token) => put(app, `${s.above}/restrictions`, { restrictions: restricting }, token),
      'somebody above put into a group that restricts': (s, token) => calls.join(s.binding, [s.own.adminId], token),
      'somebody above taken out of a group': (s, token) => remove(app, `${s.above}/members/${s.own.adminId}`, token),
      'the group of somebody above put to sleep': (s, token) => put(app, s.above, { isActive: false }, token),
      'the group of somebody above deleted': (s, token) => remove(app, s.above, token),
      'somebody above blocked': (s, token) => app.post(`${admins}/${s.own.adminId}/block`, {}, { token }),
      'somebody above unblocked': (s, token) => app.post(`${admins}/${s.own.adminId}/unblock`, {}, { token }),
      'somebody above unlocked': (s, token) => app.post(`${admins}/${s.own.adminId}/unlock`, {}, { token }),
      'somebody above deactivated': (s, token) => app.post(`${admins}/${s.own.adminId}/deactivate`, {}, { token }),
      'somebody above activated': (s, token) => app.post(`${admins}/${s.own.adminId}/activate`, {}, { token }),
      'somebody above given a temporary password': (s, token) => app.post(`${admins}/${s.own.adminId}/reset-password`, {}, { token }),
      'somebody above given another name': (s, token) =>
        app.request('PUT', `${admins}/${s.own.adminId}`, { token, body: { firstName: 'Other' } }),
      'somebody above given a weaker role': (s, token) =>
        app.request('PUT', `${admins}/${s.own.adminId}`, { token, body: { roleId: s.myRole } }),
      'somebody above deleted': (s, token) => app.request('DELETE', `${admins}/${s.own.adminId}`, { token }),
    },
  }
}

/** What each kind is refused with. */
export const permissionsBeyond = {
  'users.delete': ['users.delete'],
  'admins.view': ['admins.view'],
  all: ['admins.view', 'users.delete'],
}
