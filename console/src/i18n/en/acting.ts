export const acting = {
  'acting.menu': 'Act as…',
  'acting.phone': 'Not while you act as this admin.',
  'acting.notNow': 'Not for yourself, nor for an account that is protected, blocked or not active.',
  'acting.cancel': 'Back to your own account',
  'acting.label': 'Acting as another admin',
  'acting.bar': 'You act as {name}',
  'acting.stop': 'Stop acting',
  'acting.title': 'As {name}: {title}',
  'acting.ended': 'You no longer act as this admin',
  'acting.endedHint': 'The hour is over, or your own session or theirs has ended.',
  'acting.again': 'Begin again',
}
