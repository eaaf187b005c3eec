import { Button, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { actAs, acting, forgetActing } from '../../api/acting.ts'
import { ask } from '../../api/client.ts'
import { consolePath } from '../../api/console-path.ts'
import { isSuperAdmin, useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { useSending } from '../../ui/form/use-sending.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Fault, Note } from '../../ui/Note.tsx'
import { Avatar } from '../../ui/Person.tsx'
import { useTitle } from '../../ui/title.tsx'

/** `/act-as/<id>`, in a tab of its own: asks for the reason, and from then on the tab is that admin. It asks again after a reload. */
export default function ActAs() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { t } = useI18n()
  useTitle(t('acting.ask'))
  const { me, error, retry } = useStart()
  const mayAct = isSuperAdmin(me)
  const query = useQuery({ ...ask('getAdmin', { path: { id } }), enabled: mayAct && acting() === null })
  const leave = () => {
    forgetActing()
    location.replace(`${consolePath}/`)
  }
  const admin = query.data
  if (acting() !== null) return <Navigate to="/" replace />
  return (
    <div className="login">
      <main className="login-box" aria-busy={(me === undefined && error === null) || query.isLoading}>
        <span className="act-as-mark" aria-hidden="true">
          <Icon name="admins" size={20} />
        </span>
        <h1 tabIndex={-1}>{t('acting.ask')}</h1>
        {error && !me ? <Failed error={error} onRetry={retry} /> : null}
        {me && !mayAct && <Note tone="amber">{t('acting.notYours')}</Note>}
        {query.error && !admin ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : null}
        {admin && (
          <div className="act-as-who">
            <Avatar name={`${admin.firstName} ${admin.lastName}`} size={36} src={admin.avatarUrl} />
            <span>
              <b className="cut" dir="auto">
                {admin.firstName} {admin.lastName}
              </b>
              {admin.email && (
                <small className="cut" dir="ltr">
                  {admin.email}
                </small>
              )}
            </span>
          </div>
        )}
        {admin && <Reason admin={{ id, name: `${admin.firstName} ${admin.lastName}` }} onLeave={leave} />}
        {!admin && (
          <Button variant="default" onClick={leave}>
            {t('acting.cancel')}
          </Button>
        )}
      </main>
    </div>
  )
}

function Reason({ admin, onLeave }: { admin: { id: string; name: string }; onLeave(): void }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const sending = useSending()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    void sending.run(async () => {
      await actAs(admin, reason === '' ? undefined : reason)
      // what was read is of somebody else
      cache.clear()
      await navigate({ to: '/', replace: true })
    })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p className="dim">{t('acting.hint')}</p>
      <Fault {...sending} />
      <Textarea
        name="reason"
        label={t('fact.reason')}
        description={t('acting.reasonHint')}
        rows={3}
        maxLength={500}
        dir="auto"
        autoFocus
        error={sending.told?.fields.get('reason')}
      />
      <Button type="submit" size="md" className="plum" fullWidth loading={sending.isBusy} disabled={sending.wait > 0}>
        {t('acting.begin')}
      </Button>
      <button type="button" className="quiet-link" onClick={onLeave}>
        {t('acting.cancel')}
      </button>
    </form>
  )
}
