import { TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { changedOf, type Draft, useDraft } from '../form/draft.ts'
import { plainPhone } from '../form/plain-phone.ts'
import { tell } from '../toasts.tsx'

interface Named {
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string | null
  readonly version: number
}

const draftOf = (me: Named | null) => ({
  firstName: me?.firstName ?? '',
  lastName: me?.lastName ?? '',
  phoneNumber: me?.phoneNumber ?? '',
})

type NamesDraft = ReturnType<typeof draftOf>

interface Saving<P> {
  again(): Promise<P>
  /** Sends what was changed, and the version that was read. */
  send(body: Partial<Named>): Promise<P>
  show(me: P): void
}

/** The own names and phone number in a form, for admins and end users alike. */
export function useNames<P extends Named>(me: P, { again, send, show }: Saving<P>): Draft<NamesDraft, P> {
  const { t } = useI18n()
  const form = useDraft<NamesDraft, P>({
    read: me,
    draftOf,
    again,
    async save(draft, from, stored) {
      const changed = changedOf({ draft, base: draftOf(from) })
      const phone = changed.phoneNumber === undefined ? {} : { phoneNumber: plainPhone(changed.phoneNumber) || null }
      const next = await send({ ...changed, ...phone, ...(from && { version: from.version }) })
      stored()
      tell(t('me.saved'))
      show(next)
      return next
    },
  })
  // a picture is changed beside, and others save too: what is typed stays
  const { follow } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each profile that was read
  useEffect(() => follow(me), [me])
  return form
}

interface FieldsProps {
  readonly form: Draft<NamesDraft, never>
  readonly titles: Readonly<Record<keyof NamesDraft, string>>
  readonly phoneHint: string
  /** Whether the number stays as it is: of who acts as somebody else. */
  readonly isPhoneFixed?: boolean
}

/** The fields of `useNames`. */
export function NameFields({ form, titles, phoneHint, isPhoneFixed = false }: FieldsProps) {
  return (
    <>
      <div className="two-columns">
        {(['firstName', 'lastName'] as const).map((name) => (
          <TextInput
            key={name}
            label={titles[name]}
            value={form.draft[name]}
            onChange={(event) => form.set({ [name]: event.currentTarget.value })}
            error={form.faultOf(name)}
            autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
            maxLength={100}
            required
            withAsterisk={false}
            dir="auto"
          />
        ))}
      </div>
      <TextInput
        label={titles.phoneNumber}
        description={phoneHint}
        value={form.draft.phoneNumber}
        onChange={(event) => form.set({ phoneNumber: event.currentTarget.value })}
        error={form.faultOf('phoneNumber')}
        disabled={isPhoneFixed}
        type="tel"
        autoComplete="tel"
        dir="ltr"
      />
    </>
  )
}
