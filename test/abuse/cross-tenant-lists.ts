/** What every list has to show to an admin of T: its records in SQL of their own. */
import { systemTemplateById } from '#modules/message-templates/system-templates.ts'

/** `$1` is T. A list that stands here shows exactly these ids; by its address in lower case. */
const below = 'select descendant_id from tenant_closure where ancestor_id = $1'
const living = `select id from tenants where deleted_at is null and id in (${below})`
const children = 'select id from tenants where deleted_at is null and parent_id = $1'
const ownRoles = 'select id from roles where deleted_at is null and tenant_id = $1'
const ownGroups = 'select id from user_groups where deleted_at is null and tenant_id = $1'

const binned = (table: string, tenant = 'tenant_id') =>
  `select id from ${table} where deleted_at is not null and deleted_with is null and purged_at is null and ${tenant} in (${below})`
const bin = ['accounts', 'roles', 'user_groups', 'webhooks', 'message_templates'].map((table) => binned(table))

const templatesBelow = `select id from message_templates where deleted_at is null and tenant_id in (${below})`
/** Those of the service belong to no tenant. */
const systemTemplates = [...systemTemplateById.keys()].map((id) => `'${id}'::uuid`).join()

export interface ListTruth {
  /** With `within`, whose id is `$1` then; left out where the address settles whose they are: then it shows some of `ids`. */
  readonly within?: string
  readonly ids: string
  /** Its records are found by a word of their names. */
  readonly isSearched: boolean
}
const searched = (ids: string, within?: string): ListTruth => ({ ids, isSearched: true, ...(within && { within }) })
const everywhere = (ids: string): ListTruth => searched(ids, ids)
const rolesBelow = `select id from roles where deleted_at is null and tenant_id in (${below})`
const groupsBelow = `select id from user_groups where deleted_at is null and tenant_id in (${below})`
const ownWebhooks = 'select id from webhooks where deleted_at is null and tenant_id = $1'
const webhooksBelow = `select id from webhooks where deleted_at is null and tenant_id in (${below})`
const users = everywhere(`select id from accounts where kind = 'user' and deleted_at is null and tenant_id in (${below})`)
const admins = everywhere(`select id from accounts where kind = 'admin' and deleted_at is null and tenant_id in (${below})`)

const files = `select id from files where tenant_id in (${below}) and tenant_id in (select id from tenants where deleted_at is null)`
const mailsBelow = `select id from emails where tenant_id in (${below})`
const eventsBelow = `select id from events where is_logged and tenant_id in (${below})`

const changesBelow = `select id from events where is_logged and tenant_id in (${below}) and outcome = 'success'
  and type ~ '^(admin|user|tenant|role|group|template|menu|webhook|entity)[.]'
  and type not in ('tenant.quota_near', 'tenant.domain_verification_requested', 'webhook.tested', 'webhook.replayed', 'webhook.secret_viewed')`

/** Null: shows what is the caller's own, and no tenant's. */
export const listTruths: Readonly<Record<string, ListTruth | null>> = {
  '/api/v1/auth/admin/security-log': null,
  '/api/v1/auth/user/security-log': null,
  '/api/v1/notifications': null,
  // finds what the lists of admins and users find, and shows no pages
  '/api/v1/notifications/search-targets': null,
  '/api/v1/admins': admins,
  '/api/v1/admin': admins,
  '/api/v1/users': users,
  '/api/v1/tenants': everywhere(living),
  '/api/v1/tenants/mychildren': searched(children),
  '/api/v1/tenants/:id/children': searched(children),
  '/api/v1/tenants/mytenantandchildren': searched(`${children} union select $1::uuid`),
  '/api/v1/tenants/:id/admins': searched("select id from accounts where kind = 'admin' and deleted_at is null and tenant_id = $1"),
  '/api/v1/tenants/:id/roles': searched(ownRoles),
  '/api/v1/roles': searched(ownRoles, rolesBelow),
  '/api/v1/roles/my-tenant-roles': searched(ownRoles, rolesBelow),
  '/api/v1/usergroups': searched(ownGroups, groupsBelow),
  '/api/v1/usergroups/mytenantgroups': searched(ownGroups, groupsBelow),
  '/api/v1/webhooks': searched(ownWebhooks, webhooksBelow),
  '/api/webhooks': searched(ownWebhooks, webhooksBelow),
  // of one webhook, which is in scope or 404
  '/api/v1/webhooks/:id/logs': null,
  '/api/webhooks/:id/logs': null,
  '/api/v1/message-templates': searched(`${templatesBelow} union all select unnest(array[${systemTemplates}])`, templatesBelow),
  '/api/v1/recycle-bin': everywhere([...bin, binned('tenants', 'id')].join(' union all ')),
  '/api/v1/files': { ids: files, within: files, isSearched: false },
  '/api/v1/emails': { ids: mailsBelow, within: mailsBelow, isSearched: false },
  // what the lists of admins and users find, and no page
  '/api/v1/emails/search-recipients': null,
  '/api/v1/dashboard/recent-changes': { ids: changesBelow, within: changesBelow, isSearched: false },
  '/api/v1/audit': { ids: eventsBelow, within: eventsBelow, isSearched: false },
}
