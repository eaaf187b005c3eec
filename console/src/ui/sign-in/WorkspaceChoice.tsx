import { useEffect, useRef } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Sending } from '../form/use-sending.ts'
import { Icon } from '../Icon.tsx'
import { Fault } from '../Note.tsx'
import { Avatar } from '../Person.tsx'
import type { Selection, Target } from './answers.ts'

interface Props {
  readonly choice: Selection
  readonly sending: Sending
  onChoose(target: Target, tenantCode?: string): void
  onBack(): void
}

/** One name and password may be good in several workspaces. */
export function WorkspaceChoice({ choice, sending, onChoose, onBack }: Props) {
  const { t } = useI18n()
  const heading = useRef<HTMLHeadingElement>(null)
  // what had the focus is gone from the page
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="stack">
      <h2 ref={heading} tabIndex={-1}>
        {t('signIn.choose')}
      </h2>
      <Fault {...sending} />
      <ul className="choices">
        {choice.workspaces.map(({ tenantId, tenantCode, name, logoUrl }) => (
          <li key={tenantId ?? 'platform'}>
            <button
              type="button"
              disabled={sending.isBusy || sending.wait > 0}
              onClick={() => onChoose(tenantId === null ? { isPlatformAdmin: true } : { tenantId }, tenantCode)}
            >
              <Avatar name={name} size={32} src={logoUrl ?? null} />
              <span>
                <b className="cut" dir="auto">
                  {tenantId === null ? t('name.platform') : name}
                </b>
                {tenantCode && <small dir="ltr">{tenantCode}</small>}
              </span>
              <Icon name="chevronRight" size={14} />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="quiet-link" onClick={onBack}>
        {t('signIn.back')}
      </button>
    </div>
  )
}
