import { call } from '../../api/client.ts'
import { forWhoAsked } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { At, Fact, Facts } from '../../ui/Facts.tsx'
import { FormFields } from '../../ui/form/FormFields.tsx'
import { AvatarField } from '../../ui/own/AvatarField.tsx'
import { NameFields, useNames } from '../../ui/own/NameFields.tsx'
import { Mark, type MarkLook } from '../../ui/shown/Mark.tsx'
import { To } from '../To.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { type OwnProfile, useShownAccount, useShownProfile } from './shown-account.ts'

/** `/account`: name, picture and phone number, and what the account is known by. */
export default function Profile() {
  const { me } = useShownAccount()
  const { show } = useShownProfile()
  return (
    <>
      <AvatarField
        name={`${me.firstName} ${me.lastName}`}
        src={me.avatarUrl}
        upload={async (file) => show(await call('uploadOwnUserAvatar', { body: { file } }))}
        remove={async () => {
          await call('deleteOwnUserAvatar', {})
          // with the version that it has by now
          show(await call('getOwnUserProfile', {}))
        }}
      />
      <Names key={me.id} me={me} />
      <About me={me} />
    </>
  )
}

function Names({ me }: { me: OwnProfile }) {
  const { t } = useI18n()
  const { show } = useShownProfile()
  const form = useNames(me, {
    again: () => call('getOwnUserProfile', {}),
    send: (body) => forWhoAsked(call('updateOwnUserProfile', { body })),
    show,
  })
  const titles = { firstName: t('fact.firstName'), lastName: t('fact.lastName'), phoneNumber: t('me.phone') }
  return (
    <>
      <LeaveGuard isChanged={form.wouldLose} />
      <FormFields form={form} titles={titles} submit={t('act.save')}>
        <NameFields form={form} titles={titles} phoneHint={t('form.phoneHint')} />
      </FormFields>
    </>
  )
}

const isIt: MarkLook = { icon: 'active', tone: 'green', isQuiet: true }
const isNot: MarkLook = { icon: 'alert', tone: 'amber' }

function About({ me }: { me: OwnProfile }) {
  const { t } = useI18n()
  const proved = (isProved: boolean) => <Mark look={isProved ? isIt : isNot}>{t(isProved ? 'own.proved' : 'own.unproved')}</Mark>
  return (
    <Facts>
      <Fact label={t('fact.email')}>
        <span className="own-fact">
          <bdi dir="ltr" className="own-long">
            {me.email}
          </bdi>
          {proved(me.emailVerified)}
          {!me.emailVerified && (
            <To page="/verify" w={me.tenantCode} word={{ say: 'own', email: me.email, wait: null }}>
              {t('own.prove')}
            </To>
          )}
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
      <Fact label={t('fact.username')}>{me.username && <bdi dir="ltr">{me.username}</bdi>}</Fact>
      <Fact label={t('me.since')}>
        <At at={me.createdAt} />
      </Fact>
    </Facts>
  )
}
