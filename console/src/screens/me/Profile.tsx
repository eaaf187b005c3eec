import { TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { At, Fact, Facts } from '../../ui/Facts.tsx'
import { changedOf, useDraft } from '../../ui/form/draft.ts'
import { plainPhone } from '../../ui/form/plain-phone.ts'
import { Fields } from '../../ui/form/RecordForm.tsx'
import { AvatarField } from '../../ui/own/AvatarField.tsx'
import { tell } from '../../ui/toasts.tsx'
import { MePage, useIsActed } from './MePage.tsx'
import { type Own, useShownProfile } from './own-profile.ts'

export default function Profile() {
  const { me } = useStart()
  const show = useShownProfile()
  return (
    <MePage part="profile">
      {me && (
        <>
          <AvatarField
            name={`${me.firstName} ${me.lastName}`}
            src={me.avatarUrl}
            upload={async (file) => void show(await call('uploadOwnAvatar', { body: { file } }))}
            remove={async () => {
              await call('deleteOwnAvatar', {})
              show({ ...me, avatarUrl: null })
            }}
          />
          <Names key={me.id} me={me} />
          <About me={me} />
        </>
      )}
    </MePage>
  )
}

const draftOf = (me: Own | null) => ({
  firstName: me?.firstName ?? '',
  lastName: me?.lastName ?? '',
  phoneNumber: me?.phoneNumber ?? '',
})

function Names({ me }: { me: Own }) {
  const { t } = useI18n()
  const show = useShownProfile()
  const isActed = useIsActed()
  const form = useDraft({
    read: me,
    draftOf,
    again: () => call('getOwnProfile', {}),
    async save(draft, from) {
      const changed = changedOf({ draft, base: draftOf(from) })
      const phone = changed.phoneNumber === undefined ? {} : { phoneNumber: plainPhone(changed.phoneNumber) || null }
      const next = await call('updateOwnProfile', { body: { ...changed, ...phone, ...(from && { version: from.version }) } })
      tell(t('me.saved'))
      show(next)
      return next
    },
  })
  // a picture is changed beside, and others save too: what is typed stays
  const { follow } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each profile that was read
  useEffect(() => follow(me), [me])
  const titles = { firstName: t('setup.firstName'), lastName: t('setup.lastName'), phoneNumber: t('me.phone') }
  return (
    <Fields form={form} titles={titles} submit={t('act.save')}>
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
        description={isActed ? t('acting.phone') : t('me.phoneHint')}
        value={form.draft.phoneNumber}
        onChange={(event) => form.set({ phoneNumber: event.currentTarget.value })}
        error={form.faultOf('phoneNumber')}
        disabled={isActed}
        type="tel"
        autoComplete="tel"
        dir="ltr"
      />
    </Fields>
  )
}

function About({ me }: { me: Own }) {
  const { t } = useI18n()
  return (
    <Facts>
      <Fact label={t('reset.email')}>
        <bdi dir="ltr">{me.email}</bdi>
      </Fact>
      <Fact label={t('me.username')}>{me.username && <bdi dir="ltr">{me.username}</bdi>}</Fact>
      <Fact label={t('me.role')}>{me.roleName && <bdi>{me.roleName}</bdi>}</Fact>
      <Fact label={t('me.tenant')}>
        <bdi>{me.tenantName ?? t('signIn.platform')}</bdi>
      </Fact>
      <Fact label={t('me.since')}>
        <At at={me.createdAt} />
      </Fact>
    </Facts>
  )
}
