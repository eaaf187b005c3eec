import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { BlockDialog } from '../../ui/account/BlockDialog.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { tell } from '../../ui/toasts.tsx'
import type { Asked } from './UserMenu.tsx'
import { nameOf, type User } from './user.ts'
import type { UserActs } from './user-acts.ts'

interface Props {
  readonly user: User
  readonly what: Asked
  readonly acts: UserActs
  onClose(): void
}

/** Asks before what ends sessions of a user at once. */
export function AskedDialog({ user, what, acts, onClose }: Props) {
  const { t } = useI18n()
  const name = nameOf(user)
  const path = { id: user.id }
  if (what === 'block')
    return <BlockDialog name={name} block={(body) => call('blockUser', { path, body })} onDone={acts.refresh} onClose={onClose} />
  const isPassword = what === 'password'
  return (
    <ConfirmDialog
      title={t(isPassword ? 'users.newPasswordTitle' : 'users.noTwoFactorTitle', { name })}
      confirm={t(isPassword ? 'users.newPasswordConfirm' : 'users.noTwoFactorConfirm')}
      isDanger={!isPassword}
      onClose={onClose}
      run={async () => {
        await (isPassword ? call('resetUserPassword', { path }) : call('resetUserTwoFactor', { path }))
        tell(t(isPassword ? 'users.newPasswordTold' : 'users.noTwoFactorTold', { name }))
        await acts.refresh()
      }}
    >
      <p className="dim">{t(isPassword ? 'users.newPasswordHint' : 'users.noTwoFactorHint')}</p>
    </ConfirmDialog>
  )
}
