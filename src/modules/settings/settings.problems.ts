import type { FieldProblem } from '#core/errors.ts'
import { allSettings, type SettingName, type SettingValues, settingNamed, settingValue } from '#core/settings/declaration.ts'
import { isRelayLessTrusted, relayProblem } from '#outside/mail/relay-settings.ts'
import { missingOfProviders } from '#outside/providers/provider-settings.ts'
import { gatewayProblem } from '#outside/sms/gateway-settings.ts'

const heldIn = (values: SettingValues, name: SettingName): unknown => settingValue(values, settingNamed(name)!)

const setBy = (variable: string): SettingName[] => allSettings.filter(({ partOf }) => partOf === variable).map(({ name }) => name)
const ofRelay = setBy('MAIL_URL')
const ofGateway: readonly SettingName[] = [...setBy('SMS_URL'), 'sms.twilioApiUrl']

/**
 * What is wrong with settings together, each of which is good by itself. Judged is what belongs to a setting that changes: what was
 * stored by halves before, by another version or beside another environment, keeps nobody from setting something else.
 * @param values as all would be after the change
 * @param changed the settings that change
 */
export function problemsTogether(values: SettingValues, changed: ReadonlySet<SettingName>): FieldProblem[] {
  const isTouched = (...names: readonly SettingName[]) => names.some((name) => changed.has(name))
  const relay = isTouched(...ofRelay) ? relayProblem(values.email) : null
  const gateway = isTouched(...ofGateway) ? gatewayProblem(values.sms) : null
  const missing = missingOfProviders(values.providers).filter(({ name, beside }) => isTouched(name, beside))
  const faulty = [relay, gateway, ...missing.map(({ name }) => name)].filter((name) => name !== null)
  return [...new Set(faulty)].map((name) => ({ field: name, code: heldIn(values, name) === null ? 'required' : 'format' }))
}

type IsLessTrusted = (before: SettingValues, after: SettingValues) => boolean

const differsIn =
  (...places: SettingName[]): IsLessTrusted =>
  (before, after) =>
    places.some((place) => heldIn(before, place) !== heldIn(after, place))

/** When a secret would go where it did not go before, or more people could read it on the way. An address holds its scheme and port. */
const goesAstray: Readonly<Partial<Record<SettingName, IsLessTrusted>>> = {
  'email.password': (before, after) => isRelayLessTrusted(before.email, after.email),
  'sms.password': differsIn('sms.transport', 'sms.url', 'sms.twilioApiUrl'),
  'providers.googleClientSecret': differsIn('providers.googleIssuer'),
  'providers.microsoftClientSecret': differsIn('providers.microsoftIssuer'),
  'providers.facebookClientSecret': differsIn('providers.facebookGraphUrl'),
}

/**
 * Secrets that a change would have go astray. Nobody is shown them, so only whoever knows one may send it elsewhere, by naming it again.
 * @param named the settings that the change gives a value, be it the one that holds
 */
export function secretsToNameAgain(before: SettingValues, after: SettingValues, named: ReadonlySet<SettingName>): FieldProblem[] {
  return Object.entries(goesAstray).flatMap(([secret, isLessTrusted]) => {
    const name = secret as SettingName
    const isKept = heldIn(before, name) !== null && !named.has(name)
    return isKept && isLessTrusted(before, after) ? [{ field: name, code: 'required' as const }] : []
  })
}
