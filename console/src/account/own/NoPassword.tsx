import { useI18n } from '../../i18n/i18n.tsx'
import { To } from '../To.tsx'
import { useShownAccount } from './shown-account.ts'

/**
 * The way on for whoever comes in by a provider and has no password: none that they type is right, and each try counts towards the lock of
 * their account.
 */
export function NoPassword() {
  const { t } = useI18n()
  const { me } = useShownAccount()
  return (
    <p className="own-fact">
      {t('own.noPassword')}{' '}
      <To page="/forgot" w={me.tenantCode}>
        {t('own.choosePassword')}
      </To>
    </p>
  )
}
