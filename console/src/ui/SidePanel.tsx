import { ActionIcon } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { Failed } from './Failed.tsx'
import { isGone } from './fault.ts'
import { Icon } from './Icon.tsx'

interface Props {
  /** What is shown beside the list; another one is another panel. */
  readonly id: string
  /** Undefined until it is known. */
  readonly title: string | undefined
  readonly picture?: ReactNode
  readonly sub?: ReactNode
  /** The menu of the record. */
  readonly menu?: ReactNode
  /** Status, and the acts beside it. */
  readonly acts?: ReactNode
  readonly error?: unknown
  onRetry(): void
  onClose(): void
  readonly children?: ReactNode
}

/** One record beside the list: over it where there is no room. Escape closes it. */
export function SidePanel({ id, title, picture, sub, menu, acts, error, onRetry, onClose, children }: Props) {
  const { t } = useI18n()
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOver = (event.target as HTMLElement).closest('[role=dialog], [role=menu], input, textarea')
      if (event.key === 'Escape' && !event.defaultPrevented && !isOver) onClose()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onClose])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is another panel
  useEffect(() => {
    if (matchMedia('(max-width: 1180px)').matches) box.current?.focus()
  }, [id])
  const isMissing = Boolean(error) && (title === undefined || isGone(error))
  return (
    <aside className="panel" aria-label={title ?? t('panel.record')} aria-busy={title === undefined && !error} ref={box} tabIndex={-1}>
      <div className="panel-bar">
        <span className="grow" />
        {!isMissing && menu}
        <ActionIcon aria-label={t('act.close')} size={28} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      <div className="panel-body">
        {isMissing && <Failed error={error} onRetry={onRetry} />}
        {title !== undefined && !isMissing && (
          <>
            <div className="panel-head">
              {picture}
              <div>
                <h2 className="cut" dir="auto">
                  {title}
                </h2>
                {sub && (
                  <div className="dim cut" dir="auto">
                    {sub}
                  </div>
                )}
              </div>
            </div>
            {acts && <div className="panel-acts">{acts}</div>}
            {children}
          </>
        )}
      </div>
    </aside>
  )
}
