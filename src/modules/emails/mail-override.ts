import { sql } from 'kysely'
import { minutesMs } from '#core/clock.ts'
import { mailTemplateFacts } from '#core/mail-template-facts.ts'
import type { SystemTemplate } from '#core/mail-templates.ts'
import { type RenderedTexts, type SecretName, secretNames } from '#core/template-renderer.ts'
import type { Service } from '#db/rows/context.ts'
import type { QueuedMail } from '#jobs/outgoing-records.ts'
import { secretPlaces } from '#modules/message-templates/secret-places.ts'
import { type TemplateRecord, textsIn } from '#modules/message-templates/template-record.ts'
import { readableVariables } from '#outside/mail/variables.ts'

/** So long a mail of the service waits for what others wrote, all in all. */
const longestMs = 2000
/** For so long a version that took too much is not tried again. */
const restMs = minutesMs(5)
const mostResting = 1000

type Override = Pick<TemplateRecord, 'id' | 'tenantId' | 'version' | 'subject' | 'bodyHtml' | 'bodyText' | 'translations'>

/** What a template made of a mail of the service. */
export interface Overridden {
  readonly id: string
  readonly texts: RenderedTexts
  /** What the subject was made from, in Liquid. */
  readonly subjectTemplate: string
}

/** By id and version, since when. Of this process; another finds out for itself. */
const resting = new Map<string, number>()

/**
 * A mail of the service as the tenant in whose name it goes wrote it, or one above it, at last the platform. One that is off, deleted or can't be
 * rendered, or does not show what the mail is for, is passed over. Never throws, and never takes longer than two seconds: then, and where nobody wrote it,
 * null, for the service's own text.
 */
export async function overriddenTexts(service: Service, mail: QueuedMail, variables: Record<string, unknown>): Promise<Overridden | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const deadline = performance.now() + longestMs
  const timer = setTimeout(() => resolve(null), longestMs)
  try {
    return await Promise.race([firstRendered(service, mail, variables, deadline).catch(() => null), promise])
  } finally {
    clearTimeout(timer)
  }
}

async function firstRendered(
  service: Service,
  { tenantId, template, language }: QueuedMail,
  variables: Record<string, unknown>,
  deadline: number,
): Promise<Overridden | null> {
  const overrides = await overridesOf(service, tenantId, template)
  if (overrides.length === 0) return null
  const readable = readableVariables(variables)
  const given = secretNames.filter((name) => typeof readable[name] === 'string')
  for (const override of overrides) {
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) return null
    if (isResting(override)) continue
    const places = secretPlaces(given)
    const texts = textsIn(override, language)
    const optional = given.filter((name) => !mailTemplateFacts[template as SystemTemplate].secrets.includes(name))
    const answer = await service.renderer.ask(
      override.tenantId ?? 'platform',
      { kind: 'render', texts, variables: { ...readable, ...places }, strict: false, places, optional },
      leftMs,
    )
    if (answer.kind === 'template_limit_exceeded') rest(override)
    if (answer.kind !== 'rendered' || answer.subject === '' || answer.text.trim() === '') continue
    return {
      id: override.id,
      subjectTemplate: texts.subject,
      texts: withSecrets(answer, given, places as Record<SecretName, string>, readable as Record<SecretName, string>),
    }
  }
  return null
}

/** Those that are on, the nearest first. */
// unscoped: a job, by the tenant in whose name the mail goes and those above it
async function overridesOf(service: Service, tenantId: string | null, code: string): Promise<readonly Override[]> {
  const columns = sql`m.id, m.tenant_id, m.version, m.subject, m.body_html, m.body_text, m.translations`
  const isOn = sql`m.code = ${code} and m.is_active and m.deleted_at is null`
  const { rows } = await sql<Override>`
    select id, tenant_id, version, subject, body_html, body_text, translations from (
      select ${columns}, c.depth from tenant_closure c join message_templates m on m.tenant_id = c.ancestor_id and ${isOn}
        where c.descendant_id = ${tenantId}
      union all
      select ${columns}, 1000000 from message_templates m where m.tenant_id is null and ${isOn}
    ) found order by depth`.execute(service.database.kysely)
  return rows
}

/** In place of what stood for them, as they are. */
function withSecrets(
  { subject, html, text }: RenderedTexts,
  given: readonly SecretName[],
  places: Readonly<Record<SecretName, string>>,
  values: Readonly<Record<SecretName, string>>,
): RenderedTexts {
  const put = (into: string, spelled: (value: string) => string) =>
    given.reduce((all, name) => all.replaceAll(places[name], () => spelled(values[name])), into)
  return { subject, html: put(html, escaped), text: put(text, (value) => value) }
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }
const escaped = (value: string): string => value.replace(/[&<>"']/g, (character) => references[character]!)

const keyOf = ({ id, version }: Override) => `${id} ${version}`

function isResting(override: Override): boolean {
  const since = resting.get(keyOf(override))
  return since !== undefined && performance.now() - since < restMs
}

function rest(override: Override): void {
  resting.delete(keyOf(override))
  resting.set(keyOf(override), performance.now())
  if (resting.size > mostResting) resting.delete(resting.keys().next().value!)
}
