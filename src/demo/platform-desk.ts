import { after, minutesMs } from '#core/clock.ts'
import type { World } from './create-tenants.ts'
import { handbook, maintenanceNotice, signet } from './platform-papers.ts'
import type { Person } from './visits.ts'

/** What the platform has of its own, made by those who run it: groups, files, a template, and a webhook. A menu it has from the beginning. */
export async function furnishPlatform(world: World): Promise<void> {
  const { clock, visits, staff, outside } = world
  const operator = staff.operators[0] as Person
  const steps = [
    () => addGroups(world, operator),
    () => visits.upload(operator, handbook),
    () => visits.upload(operator, signet),
    () => visits.call(operator, 'POST', '/api/v1/message-templates', maintenanceNotice),
    // what happened before a webhook is there is none of its business
    () => outside.tell(),
    () => visits.call(operator, 'POST', '/api/v1/webhooks', webhook),
  ]
  for (const step of steps) {
    clock.moveTo(after(clock.now(), minutesMs(7)))
    await step()
  }
}

const hookAddress = 'https://hooks.platform.example/tenantry'
const webhook = {
  url: hookAddress,
  events: ['tenant.deactivated', 'admin.blocked', 'admin.deleted'],
  description: 'Billing and the access cards',
  retryPolicy: 'exponential',
}

/** Nobody is there once the demo is over, and a service that is started on it must call nobody. */
export async function retireWebhook({ visits, staff }: World): Promise<void> {
  const operator = staff.operators[0] as Person
  const { items } = await visits.call(operator, 'GET', '/api/v1/webhooks?pageSize=100')
  const { id } = items.find(({ url }: { url: string }) => url === hookAddress)
  const change = { isActive: false, description: `${webhook.description}; off while their receiver moves` }
  await visits.call(operator, 'PUT', `/api/v1/webhooks/${id}`, change)
}

async function addGroups({ visits, staff }: World, operator: Person): Promise<void> {
  const [, second] = staff.operators
  const groups = [
    {
      group: {
        nameEn: 'On call',
        nameAr: 'المناوبة',
        descriptionEn: 'Answers the telephone at night',
        roleIds: [staff.supportRoleId],
      },
      members: staff.operators,
    },
    {
      group: {
        nameEn: 'Onboarding',
        nameAr: 'تهيئة المستأجرين',
        descriptionEn: 'Helps new resellers to begin',
        roleIds: [staff.supportRoleId],
      },
      members: [second as Person, staff.support],
    },
    {
      group: { nameEn: 'Outside help', nameAr: 'دعم خارجي', descriptionEn: 'Works for us for a while, and sees no addresses', roleIds: [] },
      members: [staff.support],
      restrictions: ['admins.view', 'users.view'].map((permissionCode) => ({ permissionCode, restrictedFields: ['email', 'phoneNumber'] })),
    },
  ]
  for (const { group, members, restrictions } of groups) {
    const { id } = await visits.call(operator, 'POST', '/api/v1/UserGroups', group)
    await visits.call(operator, 'POST', `/api/v1/UserGroups/${id}/members`, { adminIds: members.map((person) => person.id) })
    if (restrictions) await visits.call(operator, 'PUT', `/api/v1/UserGroups/${id}/restrictions`, { restrictions })
  }
}
