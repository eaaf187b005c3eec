import { plural } from '../plural.ts'

export const security = {
  'security.now': 'Right now',
  'security.failures': 'Failures, last 24 hours',
  'security.lockedNow': 'Accounts locked',
  'security.attackers': 'Addresses that failed ten times',
  'security.overTime': 'Failed sign-ins',
  'security.failed': 'Failed',
  'security.overTimeLabel': plural({
    one: 'Failed sign-ins day by day: {count} from {from} to {to}.',
    other: 'Failed sign-ins day by day: {count} from {from} to {to}.',
  }),
  'security.locked.admins': 'Locked admins',
  'security.locked.users': 'Locked users',
  'security.noneLocked': 'None is locked.',
  'security.moreLocked': plural({ one: 'And {count} more.', other: 'And {count} more.' }),
  'security.unlock': 'Unlock {name}',
  'security.seeAll': 'See in the list',
  'security.recent': 'Newest failures and refusals',
  'security.recentHint': 'Of the last 30 days',
  'security.noRecent': 'Nothing failed or was refused.',
}
