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
  'access.resetAdminPassword.title': 'Reset the password of {name}?',
  'access.resetAdminPassword.hint':
    'A temporary password goes out by mail. The present one no longer works, every session ends, and a new password is asked for at sign-in.',
  'access.resetAdminPassword.confirm': 'Reset password',
  'access.resetAdminPassword.done': 'A temporary password is on its way to {name}',
  'access.resetAdminTwoFactor.menu': 'Take two-factor away…',
  'access.resetAdminTwoFactor.title': 'Take the second factor of {name} away?',
  'access.resetAdminTwoFactor.hint':
    'The password alone is enough then, until a new second factor is set up. Make sure that it is really them who asked.',
  'access.resetAdminTwoFactor.confirm': 'Take away',
  'access.resetAdminTwoFactor.done': '{name} has no second factor any more',
  'access.endSessionsOfAdmin.menu': 'End all sessions…',
  'access.endSessionsOfAdmin.title': 'End all sessions of {name}?',
  'access.endSessionsOfAdmin.hint': 'They are signed out everywhere at once, and can sign in again.',
  'access.endSessionsOfAdmin.confirm': 'End all',
  'access.endSessionsOfAdmin.done': '{name} is signed out everywhere',

  'transfer.menu': 'Hand the SuperAdmin on…',
  'transfer.title': 'Make {name} the SuperAdmin?',
  'transfer.lose': 'You lose it.',
  'transfer.hint': 'There is one SuperAdmin. Afterwards {name} is, and only they can give it back to you.',
  'transfer.password': 'Your own password',
  'transfer.confirm': 'Hand it on',
  'transfer.done': '{name} is the SuperAdmin now',

  'admins.sessions.none': 'Not signed in anywhere',
  'admins.sessions.endAll': 'End all sessions',
}
