/** What the first SuperAdmin of a new service is led through. */
export const setup = {
  'setup.steps': 'Steps',
  'setup.step.password': 'Password',
  'setup.step.twoFactor': 'Two-factor',
  'setup.step.tenant': 'First tenant',
  'setup.password': 'Choose your own password',
  'setup.passwordSub': 'The one you signed in with was made for the start of the service.',
  'setup.factor': 'Protect this account',
  'setup.factorSub': 'It may do everything, so a password alone is little. You need an authenticator app.',
  'setup.later': 'Do this later',
  'setup.tenant': 'Make the first tenant',
  'setup.tenantSub': 'A customer or an organisation, with somebody who administers it.',
  'setup.name': 'Name of the tenant',
  'setup.codeHint': 'made from the name',
  'setup.admin': 'Its first admin',
  'setup.create': 'Create tenant',
}
