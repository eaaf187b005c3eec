import type { CSSProperties, ReactNode } from 'react'
import type { Language } from '../../i18n/habits.ts'
import { Icon } from '../Icon.tsx'
import { useTitle } from '../title.tsx'
import { LanguageButton } from './LanguageButton.tsx'

interface Props {
  readonly title: string
  readonly sub?: ReactNode
  /** Picture of whom one signs in to, and their colour; those of the service unless given. */
  readonly logo?: string | null | undefined
  readonly brand?: CSSProperties | undefined
  /** Stands where the logo would: the letter of the service unless given. */
  readonly initial?: string
  /** Whose page it is, in the title of the window. */
  readonly service?: string | undefined
  readonly isWide?: boolean
  /** Stands above the title, where somebody is on the way through several steps. */
  readonly above?: ReactNode
  /** Told which language was chosen, where somebody is signed in already. */
  readonly onChoose?: (language: Language) => void
  readonly children: ReactNode
}

/** The box of every page before sign-in. */
export function Frame({ title, sub, logo, brand, initial = 'T', service, isWide, above, onChoose, children }: Props) {
  useTitle(title, service)
  return (
    <div className="login">
      <main className="login-box" data-wide={isWide} data-branded={brand ? true : undefined} style={brand}>
        {logo ? <img className="login-logo" src={logo} alt="" /> : <span className="mark big" aria-hidden="true" data-initials={initial} />}
        {above}
        <div>
          <h1 tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          {sub && <p className="sub">{sub}</p>}
        </div>
        {children}
      </main>
      <LanguageButton className="quiet-link corner" icon={<Icon name="language" size={14} />} onChoose={onChoose} />
    </div>
  )
}
