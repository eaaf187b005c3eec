/** The calls of the tour in the area of groups. */
import type { Stop } from './tour.tenants.ts'

const at = '/api/v1/UserGroups'

export async function tourGroups({ call, top, token, tenantId, mark }: Stop): Promise<void> {
  const [{ role }] = (await call('GET /api/v1/Admins', { token })).items
  const made = await call(`POST ${at}`, { token, body: { nameEn: `Group ${mark}`, descriptionEn: `About ${mark}`, roleIds: [role.id] } })
  const { id } = made
  const other = await call(`POST ${at}/createForMyTenant`, { token, body: { Name: `Other ${mark}`, Status: 'Active' } })
  await call(`GET ${at}`, { token })
  await call(`GET ${at}/myTenantGroups`, { token })
  await call(`GET ${at}/byTenantId/:tenantId`, { token: top, id: tenantId })
  await call(`PUT ${at}/:id`, { token, id, body: { nameAr: `مجموعة ${mark}` } })
  const body = { email: `member-${mark}@example.test`, firstName: `Member ${mark}`, lastName: mark, roleId: role.id }
  const member = await call('POST /api/v1/Admins', { token, body })
  await call(`POST ${at}/:groupId/members`, { token, id, body: { adminIds: [member.id] } })
  await call(`PUT ${at}/:groupId/roles`, { token, id, body: { roleIds: [] } })
  const restrictions = [{ permissionCode: 'admins.view', restrictedFields: ['phoneNumber'] }]
  await call(`PUT ${at}/:groupId/restrictions`, { token, id, body: { restrictions } })
  await call(`GET ${at}/:id`, { token, id })
  await call(`DELETE ${at}/:groupId/members/:adminId`, { token, id, second: member.id })
  for (const move of ['deactivate', 'activate', 'delete']) {
    await call(`POST ${at}/bulk/${move}`, { token, body: { ids: [other.id], cascadeAdmins: true } })
    await call(`POST ${at}/bulk/${move}-all`, { token, body: { filter: { search: mark }, dryRun: true } })
  }
  await call(`DELETE ${at}/:id`, { token, id })
}
