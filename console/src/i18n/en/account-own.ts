export const accountOwn = {
  'own.unproved': 'Not confirmed',
  'own.proved': 'Confirmed',
  'own.prove': 'Confirm…',
  'own.phoneTitle': 'Confirm your phone number',
  'own.phoneSub': 'We text six digits to {number}.',
  'own.phoneNone': 'Put your number into your profile first.',
  'own.phoneSent': 'If texts can be sent to this number, a code is on its way.',
  'own.phoneDone': 'Your phone number is confirmed',
  'own.toProfile': 'To your profile',
  'own.others': 'Somebody else has signed in with this browser. This page is now theirs.',
  'own.notesHint': 'What you were told, the newest first.',
  'own.older': 'Older',
}
