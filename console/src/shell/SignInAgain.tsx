import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { signInSearch, useStart } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { SignInForm } from '../ui/sign-in/SignInForm.tsx'

/**
 * The session has ended while somebody worked: what was typed stays behind this. It is for that person, in that workspace; others go by the
 * link, and for whoever else comes in here the page begins anew (`api/whose.ts`).
 */
export function SignInAgain() {
  const { t } = useI18n()
  const cache = useQueryClient()
  const { start, me } = useStart()
  const { pathname, searchStr } = useLocation()
  // whoever has no password comes in by what the page of their workspace offers, and back from there
  const search = signInSearch({ start, me }, pathname + searchStr)
  // at the domain of a tenant the service takes whoever names none to be of that one
  const target = me && (me.tenantId === null ? { isPlatformAdmin: true as const } : { tenantId: me.tenantId })
  const below = (
    <>
      <Link to="/login" search={search as never} className="quiet-link">
        {t('signIn.another')}
      </Link>
      <small className="dim">{t('signIn.anotherHint')}</small>
    </>
  )
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false} title={t('signIn.again')}>
      <p className="dim">{t('signIn.ended')}</p>
      {me && (
        <p>
          <bdi dir="ltr">{me.email}</bdi>
        </p>
      )}
      <SignInForm target={target} onDone={() => void cache.invalidateQueries()} below={below} />
    </Modal>
  )
}
