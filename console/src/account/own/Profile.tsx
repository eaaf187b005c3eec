import { TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { At, Fact, Facts } from '../../ui/Facts.tsx'
import { changedOf, useDraft } from '../../ui/form/draft.ts'
import { FormFields } from '../../ui/form/FormFields.tsx'
import { plainPhone } from '../../ui/form/plain-phone.ts'
import { AvatarField } from '../../ui/own/AvatarField.tsx'
import { Mark, type MarkLook } from '../../ui/shown/Mark.tsx'
import { tell } from '../../ui/toasts.tsx'
import { To } from '../To.tsx'
import { type Own, useOwn, useShownProfile } from './own.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/** `/account`: name, picture and phone number, and what the account is known by. */
export default function Profile() {
  const { me } = useOwn()
  const { show } = useShownProfile()
  return (
    <>
      <AvatarField
        name={`${me.firstName} ${me.lastName}`}
        src={me.avatarUrl}
        upload={async (file) => show(await call('uploadOwnUserAvatar', { body: { file } }))}
        remove={async () => {
          await call('deleteOwnUserAvatar', {})
          show({ ...me, avatarUrl: null })
        }}
      />
      <Names key={me.id} me={me} />
      <About me={me} />
    </>
  )
}

const draftOf = (me: Own | null) => ({
  firstName: me?.firstName ?? '',
  lastName: me?.lastName ?? '',
  phoneNumber: me?.phoneNumber ?? '',
})

function Names({ me }: { me: Own }) {
  const { t } = useI18n()
  const { show } = useShownProfile()
  const form = useDraft({
    read: me,
    draftOf,
    again: () => call('getOwnUserProfile', {}),
    async save(draft, from) {
      const changed = changedOf({ draft, base: draftOf(from) })
      const phone = changed.phoneNumber === undefined ? {} : { phoneNumber: plainPhone(changed.phoneNumber) || null }
      const next = await call('updateOwnUserProfile', { body: { ...changed, ...phone, ...(from && { version: from.version }) } })
      tell(t('me.saved'))
      show(next)
      return next
    },
  })
  // a picture is changed beside, and others save too: what is typed stays
  const { follow } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each profile that was read
  useEffect(() => follow(me), [me])
  useLeaveGuard(form.wouldLose)
  const titles = { firstName: t('account.firstName'), lastName: t('account.lastName'), phoneNumber: t('me.phone') }
  return (
    <FormFields form={form} titles={titles} submit={t('act.save')}>
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
        description={t('me.phoneHint')}
        value={form.draft.phoneNumber}
        onChange={(event) => form.set({ phoneNumber: event.currentTarget.value })}
        error={form.faultOf('phoneNumber')}
        type="tel"
        autoComplete="tel"
        dir="ltr"
      />
    </FormFields>
  )
}

const isIt: MarkLook = { icon: 'active', tone: 'green', isQuiet: true }
const isNot: MarkLook = { icon: 'alert', tone: 'amber' }

function About({ me }: { me: Own }) {
  const { t } = useI18n()
  const proved = (isProved: boolean) => <Mark look={isProved ? isIt : isNot}>{t(isProved ? 'own.proved' : 'own.unproved')}</Mark>
  return (
    <Facts>
      <Fact label={t('reset.email')}>
        <span className="own-fact">
          <bdi dir="ltr" className="own-long">
            {me.email}
          </bdi>
          {proved(me.emailVerified)}
        </span>
      </Fact>
      {me.phoneNumber !== null && (
        <Fact label={t('me.phone')}>
          <span className="own-fact">
            <bdi dir="ltr">{me.phoneNumber}</bdi>
            {proved(me.phoneVerified)}
            {!me.phoneVerified && <To page="/phone">{t('own.prove')}</To>}
          </span>
        </Fact>
      )}
      <Fact label={t('me.username')}>{me.username && <bdi dir="ltr">{me.username}</bdi>}</Fact>
      <Fact label={t('me.since')}>
        <At at={me.createdAt} />
      </Fact>
    </Facts>
  )
}
