import { Fragment, type ReactNode } from 'react'
import { Ago } from '../Facts.tsx'
import { Icon } from '../Icon.tsx'

const icons = { success: 'check', failure: 'alert', denied: 'blocked' } as const

interface Props {
  readonly outcome: keyof typeof icons
  readonly at: string
  readonly what: ReactNode
  /** By whom, to what, from where: those that are nothing are left out. */
  readonly details: readonly ReactNode[]
}

/** One line of a log, in an `ol.log`. */
export function LogLine({ outcome, at, what, details }: Props) {
  return (
    <li data-outcome={outcome}>
      <span className="log-dot">
        <Icon name={icons[outcome]} size={11} />
      </span>
      <span className="log-text">
        {what}
        <small>
          {details.filter(Boolean).map((detail, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no other order than this
            <Fragment key={n}>
              {n > 0 && <span className="dot" />}
              {detail}
            </Fragment>
          ))}
        </small>
      </span>
      <Ago at={at} />
    </li>
  )
}

/** Where a request came from. */
export const fromAddress = (ipAddress: string | null | undefined): ReactNode => ipAddress && <bdi dir="ltr">{ipAddress}</bdi>
