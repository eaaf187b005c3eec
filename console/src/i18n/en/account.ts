export const account = {
  'account.unknown': 'There is no workspace with this code. Ask whoever gave you the address for the right one.',
  'account.which': 'Which workspace is it? Its code is in the address or the invitation that you were given.',
  'account.openWorkspace': 'Open',
  'account.suspended': 'This workspace is closed at present. Nobody can sign in to it or register.',
  'account.away': 'We can’t reach the service, so this page may be missing the ways in of your workspace.',

  'account.register': 'Create an account',
  'account.registerAt': 'Create an account at {name}',
  'account.registerClosed': 'This workspace takes no registrations. Whoever runs it can make you an account.',
  'account.noAccount': 'No account yet?',
  'account.haveAccount': 'I have an account',
  'account.mayBeMade': 'Your first try may have made this account. Confirm its address, or sign in.',
  'account.usernameHint': 'For signing in. Letters and digits, without spaces.',
  'account.phone': 'Phone number (optional)',

  'account.verify': 'Confirm your e-mail address',
  'account.verifySub': 'Type the six digits that we have mailed to you.',
  'account.verifyFirst': 'Confirm your address before you sign in. We can mail you a new code.',
  'account.verified': 'Your address is confirmed. You can sign in now.',
  'account.toProfile': 'To your profile',
  'account.sendCode': 'Send a code',
  'account.code': 'Code',
  'account.sent': 'If this address is still to be confirmed, a code is on its way.',
  'account.confirm': 'Confirm',

  'account.resetSub': 'We mail you a code, and you choose a new password with it.',
  'account.resetTyped': 'The code from the mail, and your new password.',
  'account.haveCode': 'I have a code already',

  'account.noneLinked': 'No account is linked to it yet. Begin at the address of your workspace to make one.',
  'account.noEmail': 'The provider gave no e-mail address, which an account needs. Allow it there, or create an account with a password.',
  'account.linkHint': 'Sign in the way you did before, then link the provider under “Linked accounts”.',
}
