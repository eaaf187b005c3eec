import type { Block, LanguageFrame, SystemTemplate, TemplateText } from './template.ts'

export const englishFrame: LanguageFrame = {
  direction: 'ltr',
  greeting: 'Hello{% if recipient.firstName %} {{ recipient.firstName }}{% endif %},',
  closing:
    'This message was sent{% if recipient.email %} to {{ recipient.email }}{% endif %} by {{ tenant.name }}. Please do not reply to it.',
  linkHint: 'If the button does not work, copy this address into your browser:',
  time: 'Time',
  actor: 'By',
  device: 'Device',
  ip: 'IP address',
}

/** `expiresInHours` is there only for whole hours, two or more. */
const duration = '{% if expiresInHours %}{{ expiresInHours }} hours{% else %}{{ expiresInMinutes }} minutes{% endif %}'
const expiry = (what: string) => `{% if expiresInMinutes %} ${what} is valid for ${duration}.{% endif %}`
const temporaryPassword: Block[] = [
  { paragraph: `{% if password %}Your temporary password works for one sign-in, at which you choose your own.${expiry('It')}{% endif %}` },
  { code: 'password', onlyIfGiven: true },
]
const notYou = 'If this was not you, change your password now and tell your administrator.'

export const englishTexts: Record<SystemTemplate, TemplateText> = {
  password_reset_otp: {
    subject: 'Your password reset code for {{ tenant.name }}',
    blocks: [
      { paragraph: 'Somebody asked to reset the password of your account at {{ tenant.name }}. If it was you, enter this code:' },
      { code: 'code' },
      { button: 'Choose a new password', onlyIfGiven: true },
      { paragraph: `Never give this code to anybody; we will not ask you for it.${expiry('It')}` },
      { paragraph: 'If you did not ask for it, ignore this message: your password stays as it is.' },
    ],
  },
  password_reset_link: {
    subject: 'Reset your password for {{ tenant.name }}',
    blocks: [
      {
        paragraph: `Somebody asked to reset the password of your account at {{ tenant.name }}. If it was you, go on here.${expiry('The link')}`,
      },
      { button: 'Choose a new password' },
      { paragraph: 'If you did not ask for it, ignore this message: your password stays as it is. Do not pass the link on.' },
    ],
  },
  admin_temp_password: {
    subject: 'Your temporary password for {{ tenant.name }}',
    blocks: [
      { paragraph: `Here is a temporary password for your account at {{ tenant.name }}. It works for one sign-in.${expiry('It')}` },
      { code: 'password' },
      { paragraph: 'You will be asked to choose a password of your own as soon as you sign in.' },
      { button: 'Sign in', onlyIfGiven: true },
    ],
  },
  admin_welcome: {
    subject: 'Welcome to {{ tenant.name }}',
    blocks: [
      { paragraph: 'An administrator account was created for you at {{ tenant.name }}. You can sign in with your e-mail address.' },
      ...temporaryPassword,
      { button: 'Sign in', onlyIfGiven: true },
      { paragraph: 'We recommend that you switch on two-factor authentication after you first sign in.' },
    ],
  },
  account_locked: {
    subject: 'Your account at {{ tenant.name }} is locked for now',
    blocks: [
      { paragraph: 'There were too many failed attempts to sign in, so your account is locked for now.' },
      { paragraph: '{% if lockoutEnd %}You can try again after {{ lockoutEnd }}.{% else %}You can try again later.{% endif %}' },
      { circumstances: true },
      { paragraph: 'If it was not you who tried, somebody may be guessing your password. Devices that are signed in stay signed in.' },
    ],
  },
  new_sign_in: {
    subject: 'New sign-in to your account at {{ tenant.name }}',
    blocks: [
      { paragraph: 'Your account was signed in to from a device or place we had not seen before.' },
      { circumstances: true },
      { paragraph: `If this was you, there is nothing to do. ${notYou}` },
    ],
  },
  two_factor_changed: {
    subject: 'Two-factor authentication changed at {{ tenant.name }}',
    blocks: [
      {
        paragraph:
          'Two-factor authentication of your account {% if enabled == true %}was switched on{% elsif enabled == false %}was switched off{% else %}was changed{% endif %}. Other devices were signed out.',
      },
      { circumstances: true },
      { paragraph: notYou },
    ],
  },
  password_changed: {
    subject: 'Your password at {{ tenant.name }} was changed',
    blocks: [
      { paragraph: 'The password of your account was changed. Other devices were signed out.' },
      { circumstances: true },
      { paragraph: 'If this was not you, reset your password now and tell your administrator.' },
    ],
  },
  session_theft: {
    subject: 'We ended a session of your account at {{ tenant.name }}',
    blocks: [
      { paragraph: 'A sign-in token of yours was used twice. It may have been copied, so we ended that session; sign in again to go on.' },
      { circumstances: true },
      { paragraph: 'If you do not know why this happened, change your password and check the list of your sessions.' },
    ],
  },
  email_verification: {
    subject: 'Confirm your e-mail address for {{ tenant.name }}',
    blocks: [
      { paragraph: 'To confirm that this e-mail address is yours, enter this code:' },
      { code: 'code' },
      { button: 'Confirm address', onlyIfGiven: true },
      { paragraph: `If you have no account at {{ tenant.name }}, ignore this message.${expiry('The code')}` },
    ],
  },
  user_welcome: {
    subject: 'Welcome to {{ tenant.name }}',
    blocks: [
      { paragraph: 'Your account at {{ tenant.name }} is ready. You can sign in with your e-mail address.' },
      ...temporaryPassword,
      { button: 'Go on', onlyIfGiven: true },
    ],
  },
  email_changed: {
    subject: 'The e-mail address of your account at {{ tenant.name }} was changed',
    blocks: [
      { paragraph: 'The e-mail address of your account was changed. From now on, messages go to the new address only.' },
      { circumstances: true },
      { paragraph: 'If this was not you, tell your administrator at once.' },
    ],
  },
  superadmin_transferred: {
    subject: 'The super administrator of {{ tenant.name }} has changed',
    blocks: [
      { paragraph: 'The role of super administrator was handed over to another account.' },
      { circumstances: true },
      { paragraph: 'If you did not expect this, act at once: whoever holds this role can do everything.' },
    ],
  },
  webhook_disabled: {
    subject: 'A webhook of {{ tenant.name }} was switched off',
    blocks: [
      {
        paragraph:
          "{% if webhook.reason == 'gone' %}The receiver of a webhook answered that it is gone for good (410), so the webhook was switched off.{% else %}Deliveries to a webhook kept failing, so it was switched off.{% endif %} Events are no longer sent to it.",
      },
      { paragraph: '{% if webhook.host %}Host: {{ webhook.host }}{% endif %}' },
      { paragraph: '{% if webhook.id %}Number: {{ webhook.id }}{% endif %}' },
      { paragraph: 'When the receiver works again, switch the webhook on again and have the missed events sent once more.' },
      { button: 'Open the webhook', onlyIfGiven: true },
    ],
  },
}
