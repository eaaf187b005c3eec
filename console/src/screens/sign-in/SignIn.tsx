import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { insideOnly } from '../../api/return-to.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Note } from '../../ui/Note.tsx'
import { SignInForm } from '../../ui/SignInForm.tsx'
import { Frame } from './Frame.tsx'

/** `/login?returnTo=`: leads to where somebody wanted to go, within the console only. */
export default function SignIn() {
  const { t } = useI18n()
  const { history } = useRouter()
  const { returnTo, changed } = useSearch({ strict: false }) as { returnTo?: string; changed?: string }
  const below = (
    <Link to="/forgot" className="quiet-link">
      {t('signIn.forgot')}
    </Link>
  )
  return (
    <Frame title={t('signIn.title')} sub={t('signIn.sub')}>
      {changed && <Note tone="green">{t('reset.done')}</Note>}
      <SignInForm onDone={() => history.replace(insideOnly(returnTo))} below={below} />
    </Frame>
  )
}
