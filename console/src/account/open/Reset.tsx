import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { NewPasswordField } from '../../ui/form/NewPasswordField.tsx'
import { Note } from '../../ui/Note.tsx'
import { addressOf, useGo, usePlace } from '../place.ts'
import { CodeForm } from './CodeForm.tsx'
import { OpenPage } from './OpenPage.tsx'
import { useMailedCode } from './use-mailed-code.ts'

/** `/account/reset`: a new password by the code of a mail, which a link brings along. */
export default function Reset() {
  const { t } = useI18n()
  const { w, returnTo } = usePlace()
  const go = useGo()
  const mailed = useMailedCode('requestUserPasswordReset')
  const { code, sent, sending, whose } = mailed
  const reset = (newPassword: string) =>
    void sending.run(async () => {
      await call('resetOwnUserPassword', { body: { ...whose, code, newPassword } })
      go(addressOf('/sign-in', { w, returnTo }), { word: { say: 'changed' } })
    })
  return (
    <OpenPage heading={() => ({ title: t('reset.title'), sub: t('account.resetTyped') })}>
      {(workspace) => (
        <CodeForm
          mailed={mailed}
          addressIs="username"
          code={t('reset.code')}
          confirm={t('reset.save')}
          first={t('reset.send')}
          notes={sent && !sending.told && <Note tone="blue">{t('reset.sent')}</Note>}
          onCode={mailed.setCode}
          onSubmit={(event) => reset(String(new FormData(event.currentTarget).get('password')))}
        >
          <NewPasswordField
            name="password"
            label={t('reset.new')}
            policy={workspace?.passwordPolicy}
            error={sending.told?.fields.get('newPassword')}
          />
        </CodeForm>
      )}
    </OpenPage>
  )
}
