import { ActionIcon } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { copy } from '../Facts.tsx'
import { Icon } from '../Icon.tsx'

/** Code, a request or an answer: text as it came, from left to right, with a button that copies it. */
export function Code({ text, label }: { text: string; label: string }) {
  const { t } = useI18n()
  return (
    <div className="code-box">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre dir="ltr">{text}</pre>
      </section>
      <ActionIcon size={26} className="code-copy" aria-label={t('code.copy', { name: label })} onClick={() => void copy(text, t)}>
        <Icon name="copy" size={14} />
      </ActionIcon>
    </div>
  )
}
