import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { type I18n, useI18n } from '../i18n/i18n.tsx'
import { Icon } from './Icon.tsx'
import { tell, tellFlaw } from './toasts.tsx'

export const Facts = ({ children }: { children: ReactNode }) => <dl className="facts">{children}</dl>

/** One fact of a record. What is null is not set; what is undefined is hidden from the caller's role. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useI18n()
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd>{children === undefined ? <Hidden /> : children === null ? <span className="off">{t('fact.unset')}</span> : children}</dd>
    </div>
  )
}

/** What a role may not see is said to be hidden, and never looks empty. */
export function Hidden() {
  const { t } = useI18n()
  return (
    <small className="hidden-field">
      <Icon name="eyeOff" size={12} />
      {t('fact.hidden')}
    </small>
  )
}

/** An address, an id or code: read from left to right, cut at its end, and copied by a button. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const { t } = useI18n()
  return (
    <span className="copyable">
      <span className="cut" dir="ltr" title={text}>
        {text}
      </span>
      <ActionIcon size={24} aria-label={label} onClick={() => void copy(text, t)}>
        <Icon name="copy" size={13} />
      </ActionIcon>
    </span>
  )
}

/** Into the clipboard, and says so, or that it could not: whoever keeps a secret that is shown once must know. */
export async function copy(text: string, t: I18n['t']): Promise<void> {
  // browsers have no clipboard for pages of plain http, and may refuse theirs
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (isCopied || (await import('./shown/copy-by-command.ts')).copyByCommand(text)) tell(t('told.copied'))
  else tellFlaw(t('told.notCopied'))
}

/** How long ago, with the whole time in its tooltip; null is never. */
export function Ago({ at }: { at: string | null | undefined }) {
  const { t, ago, moment } = useI18n()
  if (!at) return <span className="off">{t('fact.never')}</span>
  return (
    <time dateTime={at} title={moment(at)} className="dim">
      {ago(at)}
    </time>
  )
}

/** Day and time with the zone. */
export function At({ at }: { at: string }) {
  const { moment } = useI18n()
  return <time dateTime={at}>{moment(at)}</time>
}
