import type { z } from 'zod'
import type { ProviderConfig } from '#outside/providers/known-providers.ts'
import type { variables } from './config.variables.ts'

type Values = z.output<typeof variables>

/** The part of the configuration that says through which providers people may sign in. */
export function providersOf(values: Values): ProviderConfig {
  const { GOOGLE_CLIENT_ID, APPLE_CLIENT_ID, MICROSOFT_CLIENT_ID, FACEBOOK_CLIENT_ID } = values
  const { APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY, FACEBOOK_CLIENT_SECRET } = values
  const hasAppleKey = APPLE_TEAM_ID && APPLE_KEY_ID && APPLE_PRIVATE_KEY
  return {
    google: GOOGLE_CLIENT_ID
      ? { issuer: values.GOOGLE_ISSUER, clientId: GOOGLE_CLIENT_ID, clientSecret: values.GOOGLE_CLIENT_SECRET ?? null }
      : null,
    apple: APPLE_CLIENT_ID
      ? {
          issuer: values.APPLE_ISSUER,
          clientId: APPLE_CLIENT_ID,
          key: hasAppleKey ? { teamId: APPLE_TEAM_ID, keyId: APPLE_KEY_ID, privateKey: APPLE_PRIVATE_KEY } : null,
        }
      : null,
    microsoft: MICROSOFT_CLIENT_ID
      ? { issuer: values.MICROSOFT_ISSUER, clientId: MICROSOFT_CLIENT_ID, clientSecret: values.MICROSOFT_CLIENT_SECRET ?? null }
      : null,
    facebook:
      FACEBOOK_CLIENT_ID && FACEBOOK_CLIENT_SECRET
        ? {
            clientId: FACEBOOK_CLIENT_ID,
            clientSecret: FACEBOOK_CLIENT_SECRET,
            graphUrl: values.FACEBOOK_GRAPH_URL,
            dialogUrl: values.FACEBOOK_DIALOG_URL,
          }
        : null,
  }
}

/** What is given of a provider without the rest that it needs. */
export function providerProblems(values: Values): { variable: string; reason: string }[] {
  const needed: [keyof Values, (keyof Values)[]][] = [
    ['GOOGLE_CLIENT_SECRET', ['GOOGLE_CLIENT_ID']],
    ['APPLE_TEAM_ID', ['APPLE_CLIENT_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY']],
    ['APPLE_KEY_ID', ['APPLE_TEAM_ID']],
    ['APPLE_PRIVATE_KEY', ['APPLE_TEAM_ID']],
    ['MICROSOFT_CLIENT_SECRET', ['MICROSOFT_CLIENT_ID']],
    ['FACEBOOK_CLIENT_ID', ['FACEBOOK_CLIENT_SECRET']],
    ['FACEBOOK_CLIENT_SECRET', ['FACEBOOK_CLIENT_ID']],
  ]
  return needed.flatMap(([given, others]) =>
    others.flatMap((other) =>
      values[given] !== undefined && values[other] === undefined ? [{ variable: other, reason: `is required with ${given}` }] : [],
    ),
  )
}
