/** Why somebody may do something or not, in words. */
import type { Reply } from '../../api/client.ts'
import type { I18n } from '../../i18n/i18n.tsx'

export type Step = Reply<'explainPermission'>['chain'][number]
export type Reason = Step['reason']

export const reasonText = (reason: Reason, { t }: Pick<I18n, 't'>): string => t(`why.${reason}`)

/** What a link of the chain is; one that may not be named is said to be one all the same. */
export function sourceText({ source, name, reason }: Pick<Step, 'source' | 'name' | 'reason'>, { t }: Pick<I18n, 't'>): string {
  if (source === 'account') return t('why.account')
  if (source === 'platform') return t('why.platform')
  if (reason === 'no_role') return t('why.anyRole')
  if (name !== null) return t(`why.named.${source}`, { name })
  return t(source === 'tenant' ? 'why.above' : source === 'group' ? 'why.group' : 'why.role')
}
