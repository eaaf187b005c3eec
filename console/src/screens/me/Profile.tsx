import { call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { At, Fact, Facts } from '../../ui/Facts.tsx'
import { Fields } from '../../ui/form/RecordForm.tsx'
import { AvatarField } from '../../ui/own/AvatarField.tsx'
import { NameFields, useNames } from '../../ui/own/NameFields.tsx'
import { MePage, useIsActed } from './MePage.tsx'
import { type OwnProfile, useShownProfile } from './own-profile.ts'

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
              // with the version that it has by now
              show(await call('getOwnProfile', {}))
            }}
          />
          <Names key={me.id} me={me} />
          <About me={me} />
        </>
      )}
    </MePage>
  )
}

function Names({ me }: { me: OwnProfile }) {
  const { t } = useI18n()
  const isActed = useIsActed()
  const form = useNames(me, {
    again: () => call('getOwnProfile', {}),
    send: (body) => call('updateOwnProfile', { body }),
    show: useShownProfile(),
  })
  const titles = { firstName: t('fact.firstName'), lastName: t('fact.lastName'), phoneNumber: t('me.phone') }
  return (
    <Fields form={form} titles={titles} submit={t('act.save')}>
      <NameFields form={form} titles={titles} phoneHint={t(isActed ? 'acting.phone' : 'form.phoneHint')} isPhoneFixed={isActed} />
    </Fields>
  )
}

function About({ me }: { me: OwnProfile }) {
  const { t } = useI18n()
  return (
    <Facts>
      <Fact label={t('fact.email')}>
        <bdi dir="ltr">{me.email}</bdi>
      </Fact>
      <Fact label={t('fact.username')}>{me.username && <bdi dir="ltr">{me.username}</bdi>}</Fact>
      <Fact label={t('fact.role')}>{me.roleName && <bdi>{me.roleName}</bdi>}</Fact>
      <Fact label={t('fact.tenant')}>
        <bdi>{me.tenantName ?? t('name.platform')}</bdi>
      </Fact>
      <Fact label={t('me.since')}>
        <At at={me.createdAt} />
      </Fact>
    </Facts>
  )
}
