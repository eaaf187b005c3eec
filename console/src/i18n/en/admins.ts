export const admins = {
  'admins.none': 'No admins yet',
  'admins.noneHint': 'Admins sign in here and see to a tenant, as far as their role lets them.',
  'admins.protected': 'Protected',

  'block.title': 'Block {name}?',
  'block.hint': 'Every session ends at once. The reason is kept in the record and in the audit log.',
  'block.confirm': 'Block',

  'admins.group': 'Group',
  'admins.groups': 'Groups',
  'panel.sessions': 'Sessions',
  'act.protect': 'Protect',
  'act.unprotect': 'End the protection',
  'told.protected': '{name} is protected',
  'told.unprotected': '{name} is not protected any more',

  'access.resetAdminPassword.menu': 'Reset password…',
  'access.resetAdminTwoFactor.menu': 'Take two-factor away…',
  'access.endSessionsOfAdmin.menu': 'End all sessions…',

  'transfer.menu': 'Hand the SuperAdmin on…',

  'admins.sessions.none': 'Not signed in anywhere',
  'admins.sessions.endAll': 'End all sessions',
}
