import { useI18n } from '../../i18n/i18n.tsx'
import { Code } from '../../ui/shown/Code.tsx'
import type { EventType } from './webhook.ts'

/** The body that would come, as the catalogue has it. */
export function Example({ type }: { type: EventType }) {
  const { t } = useI18n()
  return <Code text={JSON.stringify(type.example, null, 2)} label={t('webhooks.exampleOf', { name: type.name })} />
}
