import type { SettingName, SettingValues } from '#core/settings/declaration.ts'
import type { ProviderConfig } from './known-providers.ts'

type Values = SettingValues['providers']
type ProviderName = Extract<SettingName, `providers.${string}`>

/** The providers through which people may sign in, as settings say. */
export function providersOf(values: Values): ProviderConfig {
  const { googleClientId, appleClientId, microsoftClientId, facebookClientId, facebookClientSecret } = values
  const { appleTeamId: teamId, appleKeyId: keyId, applePrivateKey: privateKey } = values
  const openId = (clientId: string | null, clientSecret: string | null, issuer: string) =>
    clientId === null ? null : { issuer, clientId, clientSecret }
  return {
    google: openId(googleClientId, values.googleClientSecret, values.googleIssuer),
    apple: appleClientId
      ? {
          issuer: values.appleIssuer,
          clientId: appleClientId,
          key: teamId && keyId && privateKey ? { teamId, keyId, privateKey } : null,
        }
      : null,
    microsoft: openId(microsoftClientId, values.microsoftClientSecret, values.microsoftIssuer),
    facebook:
      facebookClientId && facebookClientSecret
        ? {
            clientId: facebookClientId,
            clientSecret: facebookClientSecret,
            graphUrl: values.facebookGraphUrl,
            dialogUrl: values.facebookDialogUrl,
          }
        : null,
  }
}

const needed: readonly (readonly [keyof Values, readonly (keyof Values)[]])[] = [
  ['googleClientSecret', ['googleClientId']],
  ['appleTeamId', ['appleClientId', 'appleKeyId', 'applePrivateKey']],
  ['appleKeyId', ['appleTeamId']],
  ['applePrivateKey', ['appleTeamId']],
  ['microsoftClientSecret', ['microsoftClientId']],
  ['facebookClientId', ['facebookClientSecret']],
  ['facebookClientSecret', ['facebookClientId']],
]

/** What is missing of a provider of which something is there, and what it is missing beside. */
export function missingOfProviders(values: Values): { name: ProviderName; beside: ProviderName }[] {
  return needed.flatMap(([given, others]) =>
    others.flatMap((other) =>
      values[given] !== null && values[other] === null
        ? [{ name: `providers.${other}` as ProviderName, beside: `providers.${given}` as ProviderName }]
        : [],
    ),
  )
}
