import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ask, call, type Input, type Reply } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { idIn } from '../../ui/address.ts'
import { Failed } from '../../ui/Failed.tsx'
import { RecordSelect } from '../../ui/form/RecordSelect.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { fieldTitle } from '../../ui/matrix/field-title.ts'
import { reasonText, type Step, sourceText } from '../../ui/matrix/why.ts'
import { Note } from '../../ui/Note.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'

interface Props {
  readonly permission: Reply<'getPermission'>
  /** Whose right is explained; the caller's where none makes sense. */
  readonly adminId: string | undefined
  onAdmin(id: string | undefined): void
  onClose(): void
}

type PermissionName = Input<'explainPermission'>['query']['permission']

const icons = { gives: 'check', withholds: 'blocked', restricts: 'eyeOff' } as const

/** Why an admin may do something or not: link by link, from what shuts them out to the grants of their tenants. */
export function Explanation({ permission, adminId, onAdmin, onClose }: Props) {
  const { t } = useI18n()
  const { can, me } = useStart()
  const names = useRef(new Map<string, string>())
  const id = can('admins.view') ? idIn(adminId) : undefined
  const query = useQuery({
    ...ask('explainPermission', { query: { permission: permission.name as PermissionName, ...(id && { adminId: id }) } }),
    staleTime: 0,
  })
  const chosen = useQuery({ ...ask('getAdmin', { path: { id: id ?? '' } }), enabled: id !== undefined && !names.current.has(id) })
  const nameOf = (admin: { firstName: string; lastName: string }) => `${admin.firstName} ${admin.lastName}`
  const own = me && { value: me.id, label: t('permissions.you') }
  const name = names.current.get(id ?? '') ?? (chosen.data && nameOf(chosen.data))
  const find = async (search: string, signal: AbortSignal) => {
    const { items } = await call('listAdmins', { query: { pageSize: 20, ...(search && { search }) } }, signal)
    for (const admin of items) names.current.set(admin.id, nameOf(admin))
    const others = items.filter((admin) => admin.id !== me?.id).map((admin) => ({ value: admin.id, label: nameOf(admin) }))
    return own && search === '' ? [own, ...others] : others
  }
  return (
    <SidePanel
      id={permission.name}
      title={permission.description}
      sub={<code dir="ltr">{permission.name}</code>}
      onRetry={() => void query.refetch()}
      onClose={onClose}
    >
      <div className="stack why">
        {can('admins.view') && (
          <RecordSelect
            label={t('permissions.admin')}
            value={id ?? me?.id ?? null}
            isRequired
            chosen={id !== undefined && id !== me?.id ? { value: id, label: name ?? '…' } : own}
            queryKey={['admin choices']}
            find={find}
            onChange={(value) => onAdmin(value === me?.id ? undefined : (value ?? undefined))}
          />
        )}
        {query.data ? (
          <Answer answer={query.data} />
        ) : query.isError ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <div className="lines" aria-busy="true" />
        )}
      </div>
    </SidePanel>
  )
}

function Answer({ answer: { allowed, restrictedFields, chain } }: { answer: Reply<'explainPermission'> }) {
  const words = useI18n()
  const { t, list } = words
  const hidden = list(restrictedFields.map((field) => fieldTitle(field, words)))
  return (
    <>
      <Note tone={allowed ? 'green' : 'amber'}>
        {t(allowed ? 'permissions.allowed' : 'permissions.denied')}
        {allowed && restrictedFields.length > 0 && <> {t('permissions.without', { fields: hidden })}</>}
      </Note>
      <ol className="log">
        {chain.map((step) => (
          <Link key={`${step.source} ${step.id} ${step.via?.id} ${step.reason}`} step={step} />
        ))}
      </ol>
    </>
  )
}

function Link({ step }: { step: Step }) {
  const words = useI18n()
  const { t, list } = words
  const { effect, reason, via, restrictedFields } = step
  return (
    <li data-effect={effect}>
      <span className="log-dot">
        <Icon name={icons[effect]} size={11} label={t(`why.effect.${effect}`)} />
      </span>
      <span className="log-text">
        <b>
          <bdi>{sourceText(step, words)}</bdi>
        </b>
        <small>
          {reasonText(reason, words)}
          {via && (
            <>
              <span className="dot" />
              <bdi>{sourceText({ source: 'group', name: via.name, reason }, words)}</bdi>
            </>
          )}
          {restrictedFields.length > 0 && (
            <>
              <span className="dot" />
              {t('rights.hides', { fields: list(restrictedFields.map((field) => fieldTitle(field, words))) })}
            </>
          )}
        </small>
      </span>
    </li>
  )
}
