import { plural } from '../plural.ts'

export const shell = {
  'app.name': 'Tenantry',
  'app.skip': 'Skip to content',
  'app.title': '{page} · {service}',

  'nav.label': 'Main menu',
  'nav.people': 'People',
  'nav.organisation': 'Organisation',
  'nav.activity': 'Activity',
  'nav.messaging': 'Messaging',
  'nav.system': 'System',
  'nav.admins': 'Admins',

  'shell.console': 'Console',
  'shell.account': 'Your account',
  'shell.menu': 'Open menu',
  'shell.dark': 'Dark theme',
  'shell.light': 'Light theme',
  'shell.signOut': 'Sign out',
  'shell.offline': 'The service can’t be reached. What you see may be out of date.',
  'shell.plain': 'This page came over plain http: you stay signed in until it is closed or reloaded.',

  'fault.notFound': 'This page does not exist',
  'fault.notFoundHint': 'The address may be wrong, or what was here has moved.',
  'fault.forbidden': 'You may not see this page',
  'fault.forbiddenHint': 'It needs the permission {permission}. Whoever administers your role can give it to you.',
  'fault.gone': 'It is not here any more',
  'fault.home': 'Go to the start',
  'fault.unexpected': 'Something went wrong',
  'fault.trace': 'Trace id {id}',
  'fault.unreachable': 'The service can’t be reached. Check your connection and try again.',
  'fault.wait': plural({ one: 'Try again in {count} second.', other: 'Try again in {count} seconds.' }),
  'fault.summary': 'Some fields need another look',
}
