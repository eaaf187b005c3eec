import {
  callingCodes,
  certificates,
  choice,
  host,
  issuer,
  line,
  mailbox,
  openAddress,
  optional,
  privateKey,
  setting,
  sharedSecret,
  whole,
} from './setting.ts'

/** What leaves, and whom sign-ins are left to. Whoever sets these can read codes and be anybody: the SuperAdmin alone. */

const ofRelay = { partOf: 'MAIL_URL' }

export const email = {
  transport: setting(choice('outbox', 'smtp'), 'outbox', {
    ...ofRelay,
    description: 'outbox: mails are written to files below DATA_DIR/outbox; smtp: they go to a relay.',
  }),
  host: optional(host(), { ...ofRelay, description: 'Host of the relay.' }),
  port: optional(whole(1, 65_535), { ...ofRelay, presetText: '587, with tls 465', description: 'Port of the relay.' }),
  user: optional(line(300), { ...ofRelay, description: 'User at the relay; goes with a password.' }),
  password: optional(line(1000), { ...ofRelay, isSecret: true, description: 'Password at the relay.' }),
  encryption: setting(choice('auto', 'starttls', 'tls', 'optional'), 'auto', {
    ...ofRelay,
    description:
      'tls: from the first byte; starttls: nothing goes without; optional: where it is offered; auto: starttls, but optional on this machine.',
  }),
  certificates: optional(certificates(), {
    variable: 'MAIL_CA',
    presetText: 'none',
    description: 'Certificates (PEM) that vouch for the mail relay, besides the usual ones; mostly as MAIL_CA_FILE.',
  }),
  from: setting(mailbox(), 'no-reply@tenantry.local', { variable: 'MAIL_FROM', description: 'Sender of every mail.' }),
  bounceSecret: optional(sharedSecret(16), {
    variable: 'EMAIL_BOUNCE_SECRET',
    isSecret: true,
    presetText: 'none: reports are refused',
    description: 'Secret of whoever reports bounces, in X-Bounce-Secret, 16 bytes or more.',
  }),
  contentRetentionDays: setting(whole(1, 365), 30, { description: 'Days that the text of a mail is kept.' }),
  retentionDays: setting(whole(1, 3650), 365, { description: 'Days that is kept what became of a mail, or of a text.' }),
}

const ofGateway = { partOf: 'SMS_URL' }

export const sms = {
  transport: setting(choice('log', 'http', 'twilio'), 'log', {
    ...ofGateway,
    description: 'log: texts are written to files below DATA_DIR/outbox; http: posted to a gateway; twilio: to Twilio.',
  }),
  url: optional(openAddress(), { ...ofGateway, description: 'Address of the gateway, without user and password.' }),
  user: optional(line(300, ':'), { ...ofGateway, description: 'User at the gateway; at Twilio the SID of the account.' }),
  password: optional(line(1000), {
    ...ofGateway,
    isSecret: true,
    description: 'Password at the gateway; at Twilio the token of the account.',
  }),
  from: optional(line(30), { ...ofGateway, description: 'At Twilio the number that texts come from, in E.164.' }),
  countries: setting(callingCodes(), [], {
    variable: 'SMS_COUNTRIES',
    description: 'Comma list of the calling codes of the countries that texts are sent to, such as 962,971; without it all.',
  }),
  perNumberDay: setting(whole(1, 1000), 15, {
    variable: 'SMS_PER_NUMBER_DAY',
    description: 'Texts sent to one number in a day, whoever asks.',
  }),
  perTenantDay: setting(whole(1, 10_000_000), 1000, {
    variable: 'SMS_PER_TENANT_DAY',
    description: 'Texts sent for one tenant in a day.',
  }),
  twilioApiUrl: setting(issuer(), 'https://api.twilio.com', {
    variable: 'TWILIO_API_URL',
    description: "Address of Twilio's API, where texts go to Twilio.",
  }),
}

const clientId = (variable: string, description: string, presetText?: string) =>
  optional(line(300), { variable, description, ...(presetText !== undefined && { presetText }) })
const clientSecret = (variable: string, description: string) => optional(line(1000), { variable, description, isSecret: true })

export const providers = {
  googleClientId: clientId('GOOGLE_CLIENT_ID', 'Client id at Google; switches sign-in with Google on.', 'off'),
  googleClientSecret: clientSecret('GOOGLE_CLIENT_SECRET', 'Client secret at Google, for codes; ID tokens need none.'),
  googleIssuer: setting(issuer(), 'https://accounts.google.com', {
    variable: 'GOOGLE_ISSUER',
    description: 'Issuer of Google; its discovery document names the rest.',
  }),
  appleClientId: clientId('APPLE_CLIENT_ID', 'Services id at Apple; switches sign-in with Apple on.', 'off'),
  appleTeamId: clientId('APPLE_TEAM_ID', 'Team id at Apple, for codes; with APPLE_KEY_ID and APPLE_PRIVATE_KEY.'),
  appleKeyId: clientId('APPLE_KEY_ID', 'Id of the key that signs our secret for Apple.'),
  applePrivateKey: optional(privateKey(), {
    variable: 'APPLE_PRIVATE_KEY',
    isSecret: true,
    description: 'That key (PEM, BEGIN PRIVATE KEY, P-256), mostly as APPLE_PRIVATE_KEY_FILE.',
  }),
  appleIssuer: setting(issuer(), 'https://appleid.apple.com', { variable: 'APPLE_ISSUER', description: 'Issuer of Apple.' }),
  microsoftClientId: clientId('MICROSOFT_CLIENT_ID', 'Application id at Microsoft Entra; switches sign-in with Microsoft on.', 'off'),
  microsoftClientSecret: clientSecret('MICROSOFT_CLIENT_SECRET', 'Client secret at Microsoft, for codes.'),
  microsoftIssuer: setting(issuer('{tenantid}'), 'https://login.microsoftonline.com/{tenantid}/v2.0', {
    variable: 'MICROSOFT_ISSUER',
    description: 'Issuer of Microsoft: {tenantid} for every directory, or the id of the only one whose people may sign in.',
  }),
  facebookClientId: clientId('FACEBOOK_CLIENT_ID', 'App id at Facebook; with its secret it switches sign-in with Facebook on.', 'off'),
  facebookClientSecret: clientSecret('FACEBOOK_CLIENT_SECRET', 'App secret at Facebook.'),
  facebookGraphUrl: setting(issuer(), 'https://graph.facebook.com/v23.0', {
    variable: 'FACEBOOK_GRAPH_URL',
    description: 'Graph API of Facebook, with its version.',
  }),
  facebookDialogUrl: setting(issuer(), 'https://www.facebook.com/v23.0/dialog/oauth', {
    variable: 'FACEBOOK_DIALOG_URL',
    description: 'Page of Facebook that people sign in at.',
  }),
}
