import { useEffect } from 'react'
import { call } from '../../api/client.ts'
import { queries } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Note } from '../../ui/Note.tsx'
import { useLeadOn } from '../lead-on.ts'
import { addressOf, useGo, usePlace } from '../place.ts'
import { knowSession, ownCode, profileQuery } from '../session.ts'
import { useWorkspace } from '../workspace.ts'
import { CodeForm } from './CodeForm.tsx'
import { OpenPage } from './OpenPage.tsx'
import { useMailedCode } from './use-mailed-code.ts'

const profileKey = profileQuery.queryKey

/**
 * Whether that is the address of who is signed in with this browser: the link of a mail opens a page that knows nobody. One person may have an
 * account with it in several workspaces.
 */
async function isOfWhoIsHere(email: string, code: string | undefined): Promise<boolean> {
  const session = await knowSession().catch(() => null)
  if (session?.status !== 'signed-in' || session.user.email.toLowerCase() !== email.toLowerCase()) return false
  return code !== undefined && (await ownCode()) === code
}

/** `/account/verify`: proves an address by the code of a mail, which a link brings along. It is sent when somebody goes on. */
export default function Verify() {
  const { t } = useI18n()
  const { w, returnTo } = usePlace()
  const { start } = useWorkspace({ w, returnTo })
  const go = useGo()
  const leadOn = useLeadOn()
  const mailed = useMailedCode('sendEmailVerification')
  const { came, sent, sending, whose } = mailed
  const isOwn = came?.say === 'own'
  useEffect(() => {
    // it may be proved meanwhile by the link of the mail, in another tab
    if (isOwn) void queries.invalidateQueries({ queryKey: profileKey })
  }, [isOwn])
  const prove = (code: string) =>
    void sending.run(async () => {
      await call('verifyEmail', { body: { ...whose, code } })
      void queries.invalidateQueries({ queryKey: profileKey })
      if (isOwn) return go(addressOf('/'))
      if (await isOfWhoIsHere(whose.email, start?.workspace?.code)) return await leadOn({ w, returnTo })
      go(addressOf('/sign-in', { w, returnTo }), { word: { say: 'verified' } })
    })
  // the page says of the mail that led here that it was sent
  const isOther = came?.say !== 'sent' || whose.email !== came.email.trim()
  const type = (digits: string) => {
    mailed.setCode(digits)
    if (digits.length === 6 && whose.email !== '') prove(digits)
  }
  return (
    <OpenPage heading={() => ({ title: t('account.verify'), sub: t('account.verifySub') })}>
      {() => (
        <CodeForm
          mailed={mailed}
          code={t('account.code')}
          confirm={t('account.confirm')}
          first={t('account.sendCode')}
          isOwn={isOwn}
          notes={
            <>
              {came?.say === 'verifyFirst' && !sent && <Note tone="amber">{t('account.verifyFirst')}</Note>}
              {sent && isOther && !sending.told && <Note tone="blue">{t('account.sent')}</Note>}
            </>
          }
          onCode={type}
          onSubmit={() => prove(mailed.code)}
        />
      )}
    </OpenPage>
  )
}
