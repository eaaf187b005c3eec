import { useId, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../Icon.tsx'
import { PasswordField } from './PasswordField.tsx'
import { minLengthOf, type Policy, rulesOf } from './password-rules.ts'

interface Props {
  readonly name: string
  readonly label: string
  /** What is asked of it, ticked off while somebody types; undefined where that is not known. */
  readonly policy: Policy | undefined
  readonly error?: string | undefined
  readonly autoFocus?: boolean
  readonly required?: boolean
  readonly description?: string
  readonly size?: 'sm' | 'md'
}

/** A password that is chosen now. Its value is read from the form, by its name. */
export function NewPasswordField({ policy, error, ...field }: Props) {
  const { t } = useI18n()
  const id = useId()
  const [text, setText] = useState('')
  return (
    <div>
      <PasswordField
        {...field}
        autoComplete="new-password"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={error}
        {...(policy && { 'aria-describedby': id })}
      />
      {policy && (
        <ul className="rules" id={id}>
          {rulesOf(text, policy).map(({ name, isMet }) => (
            <li key={name} data-met={isMet || undefined}>
              <Icon name={isMet ? 'active' : 'circle'} size={13} />
              <span>{t(`password.${name}`, { count: minLengthOf(policy) })}</span>
              <span className="sr">{t(isMet ? 'password.met' : 'password.unmet')}</span>
            </li>
          ))}
          <li className="rules-also">{t('password.also')}</li>
        </ul>
      )}
    </div>
  )
}
