/** Whose it will be what is made: somebody who looks at one tenant might take it for that tenant's. */
import { useStart } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Note } from '../ui/Note.tsx'
import { useChosenTenant } from './use-place.ts'

/**
 * Why nothing that is always one's own is made now: another part of the tree is looked at. Undefined where it may be.
 * @param text what is said of it
 */
export function useElsewhere(text: 'whose.elsewhere' | 'whose.mail' = 'whose.elsewhere'): string | undefined {
  const { t } = useI18n()
  const { start } = useStart()
  const { id, name } = useChosenTenant()
  if (id === undefined) return undefined
  return t(text, { own: start?.tenant?.name ?? t('place.platform'), name: name ?? t('place.tenant') })
}

/** Of what is always of the caller's tenant, or of the platform. */
export function OwnAlone() {
  const { start } = useStart()
  const elsewhere = useElsewhere()
  if (elsewhere !== undefined) return <Note tone="amber">{elsewhere}</Note>
  return <For name={start?.tenant?.name} isWithBelow={false} />
}

/** Of what is made for the tenant that is looked at, and holds for all below. */
export function ForLooked() {
  const { t } = useI18n()
  const { start } = useStart()
  const { id, name } = useChosenTenant()
  return <For name={id === undefined ? start?.tenant?.name : (name ?? t('place.tenant'))} isWithBelow />
}

function For({ name, isWithBelow }: { name: string | undefined; isWithBelow: boolean }) {
  const { t } = useI18n()
  const text = name === undefined ? t('whose.platform') : t(isWithBelow ? 'whose.withBelow' : 'whose.tenant', { name })
  return <p className="dim">{text}</p>
}
