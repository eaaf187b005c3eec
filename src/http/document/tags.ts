/** The areas of the service by their base path, as the documentation groups and describes them. */
const tags: Readonly<Record<string, readonly [name: string, description: string]>> = {
  '/api/v1/auth/admin': [
    'Sign-in',
    'How admins sign in and out: password, providers, choice of workspace, two-factor, sessions, refresh, password reset, acting as another admin.',
  ],
  '/api/v1/auth/user': [
    'Sign-in of end users',
    'How end users register, prove their address, sign in and out: password, providers, two-factor, sessions, refresh, password reset.',
  ],
  '/api/v1/Users': ['Own account of end users', 'What end users read and change of their own account.'],
  '/api/v1/Admins': [
    'Admins',
    'People who administer the platform or a tenant: their own profile, their life cycle one by one and in bulk.',
  ],
  '/api/v1/users': ['Users', 'End users of tenants: made, changed, blocked and deleted by admins.'],
  '/api/v1/Tenants': ['Tenants', 'The tree of tenants, with settings, grants, logo, domains, roles and admins of each.'],
  '/api/v1/webhooks': [
    'Webhooks',
    'Subscriptions to events, which are sent to an address of the subscriber, signed; with the log of what was sent.',
  ],
  '/api/v1/roles': ['Roles', 'Sets of permissions, with fields that they hide; an admin has one, a group any number.'],
  '/api/v1/UserGroups': ['User groups', 'Admins gathered, with roles and restrictions for all of them.'],
  '/api/v1/notifications': ['Notifications', 'What the caller was told, as a list and live; and telling others something.'],
  '/api/v1/message-templates': [
    'Message templates',
    'What mails look like: those that come with the service, and those that tenants write, in Liquid, instead or besides.',
  ],
  '/api/v1/settings': ['Settings', 'How the service itself is set, for all of its processes at once. Of the platform alone.'],
  '/api/v1/jobs': ['Jobs', 'Work of the background that failed for good: tried again, or given up. Of the platform alone.'],
  '/api/v1/files': ['Files', 'Pictures and documents that a tenant keeps; logos and avatars are uploaded where they are shown.'],
  '/api/v1/menus': ['Menus', "What admins are led through: the platform's items and those of the caller's tenant."],
  '/api/v1/permissions': ['Permissions', 'The catalogue of what may be permitted, what the caller may do, and why.'],
  '/api/v1/search': ['Search', 'One look through everything that the caller may see.'],
  '/api/v1/public': ['Public', 'What a page needs before anybody has signed in.'],
  '/api/v1/audit': ['Audit', 'Who did what, when and from where; written in the transaction of the change.'],
  '/api/v1/dashboard': ['Dashboard', 'What there is and what happens, in numbers, of the own tenant and those below.'],
  '/api/v1/emails': [
    'E-mails',
    'Mails that the service sent or is to send: read, counted, cancelled, sent again, and reported as bounced.',
  ],
  '/api/v1/recycle-bin': ['Recycle bin', 'What was deleted: back it comes, or it is erased for ever.'],
  '': ['Health', 'Whether the service and its parts work.'],
}

/** The tag of an area. @throws Error for an area that nobody described */
export function tagOf(base: string): string {
  const tag = tags[base]
  if (!tag) throw new Error(`say in document/tags.ts what ${base} is`)
  return tag[0]
}

/** The tags of these areas, described. */
export const describedTags = (bases: readonly string[]) =>
  bases.map((base) => ({ name: tagOf(base), description: tags[base]?.[1] as string }))
