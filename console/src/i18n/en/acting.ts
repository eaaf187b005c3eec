export const acting = {
  'acting.menu': 'Act as…',
  'acting.phone': 'Not while you act as this admin.',
  'acting.notNow': 'Not for yourself, nor for an account that is protected, blocked or not active.',
  'acting.label': 'Acting as another admin',
  'acting.bar': 'You act as {name}',
  'acting.stop': 'Stop acting',
  'acting.title': 'As {name}: {title}',
}
