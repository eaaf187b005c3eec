import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { ask, Refused, type Reply } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Fault } from '../../ui/Note.tsx'
import { Avatar } from '../../ui/Person.tsx'
import { Status } from '../../ui/Status.tsx'
import { Activity } from './Activity.tsx'
import { type AdminActs, copy } from './admin-acts.ts'
import { type Admin, nameOf, statusOf } from './admins-search.ts'
import { Hidden } from './columns.tsx'
import { Permissions } from './Permissions.tsx'

interface Props {
  readonly id: string
  /** The row of the list, shown until the whole record is there. */
  readonly known: Admin | undefined
  readonly tab: string | undefined
  readonly acts: AdminActs
  onTab(tab: string | undefined): void
  onEdit(): void
  menuOf(admin: Admin): ReactNode
  onClose(): void
}

const tabs = ['overview', 'permissions', 'activity'] as const

/** One record beside the list. Escape closes it, and the focus goes back to its row. */
export function AdminPanel({ id, known, tab, acts, onTab, onEdit, menuOf, onClose }: Props) {
  const { t } = useI18n()
  const { can } = useStart()
  const box = useRef<HTMLElement>(null)
  const query = useQuery(ask('getAdmin', { path: { id } }))
  const admin: Admin | undefined = query.data ?? known
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOver = (event.target as HTMLElement).closest('[role=dialog], [role=menu], input')
      if (event.key === 'Escape' && !event.defaultPrevented && !isOver) onClose()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onClose])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is another panel
  useEffect(() => {
    if (matchMedia('(max-width: 1180px)').matches) box.current?.focus()
  }, [id])
  const shown = tabs.filter((name) => (name === 'permissions' ? can('roles.view') : name === 'activity' ? can('audit.view') : true))
  const current = shown.find((name) => name === tab) ?? 'overview'
  return (
    <aside className="panel" aria-label={admin ? nameOf(admin) : t('panel.overview')} aria-busy={!admin} ref={box} tabIndex={-1}>
      <div className="panel-bar">
        <span className="grow" />
        {admin && menuOf(admin)}
        <ActionIcon aria-label={t('act.close')} size={28} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      <div className="panel-body">
        {query.isError &&
          !admin &&
          (query.error instanceof Refused && query.error.status === 404 ? <h2>{t('fault.notFound')}</h2> : <Fault error={query.error} />)}
        {admin && (
          <>
            <div className="panel-head">
              <Avatar name={nameOf(admin)} size={48} src={admin.avatarUrl} />
              <div>
                <h2 className="cut" dir="auto">
                  {nameOf(admin)}
                </h2>
                <p className="dim cut" dir="auto">
                  {admin.role?.name}
                  <span className="dot" />
                  {admin.tenantId === null ? t('admins.platform') : admin.tenantName}
                </p>
              </div>
            </div>
            <div className="panel-acts">
              <Status value={statusOf(admin)} />
              <span className="grow" />
              {acts.canUpdate && !admin.isProtected && (
                <Button variant="default" size="xs" leftSection={<Icon name="pencil" size={14} />} onClick={onEdit}>
                  {t('act.edit')}
                </Button>
              )}
            </div>
            <div className="tabs" role="tablist" aria-label={nameOf(admin)}>
              {shown.map((name) => (
                <button
                  key={name}
                  type="button"
                  role="tab"
                  id={`tab-${name}`}
                  aria-selected={name === current}
                  aria-controls="tab-panel"
                  tabIndex={name === current ? 0 : -1}
                  onClick={() => onTab(name === 'overview' ? undefined : name)}
                  onKeyDown={(event) => {
                    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
                    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
                    const next = shown[(shown.indexOf(name) + (event.key === forward ? 1 : -1) + shown.length) % shown.length] ?? name
                    onTab(next === 'overview' ? undefined : next)
                    document.getElementById(`tab-${next}`)?.focus()
                  }}
                >
                  {t(`panel.${name}`)}
                </button>
              ))}
            </div>
            <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${current}`}>
              {current === 'overview' && <Overview admin={admin} detail={query.data} />}
              {current === 'permissions' && <Permissions id={id} />}
              {current === 'activity' && <Activity id={id} />}
            </div>
          </>
        )}
      </div>
    </aside>
  )
}

function Overview({ admin, detail }: { admin: Admin; detail: Reply<'getAdmin'> | undefined }) {
  const { t, date, moment } = useI18n()
  const unset = <span className="off">{t('admins.unset')}</span>
  const fact = (label: string, value: ReactNode) => (
    <div className="fact">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
  const copyable = (text: string, label: string) => (
    <span className="copyable">
      <span className="cut" dir="ltr">
        {text}
      </span>
      <ActionIcon size={24} aria-label={label} onClick={() => void copy(text, t('told.copied'))}>
        <Icon name="copy" size={13} />
      </ActionIcon>
    </span>
  )
  const ltr = (text: string | null | undefined) => (text ? <bdi dir="ltr">{text}</bdi> : unset)
  return (
    <dl className="facts">
      {fact(t('admins.email'), admin.email === undefined ? <Hidden t={t} /> : copyable(admin.email, t('act.copyEmail')))}
      {fact(t('admins.username'), ltr(admin.username))}
      {fact(t('admins.phone'), admin.phoneNumber === undefined ? <Hidden t={t} /> : ltr(admin.phoneNumber))}
      {fact(t('admins.tenant'), <bdi>{admin.tenantId === null ? t('admins.platform') : admin.tenantName}</bdi>)}
      {fact(t('admins.role'), <bdi>{admin.role?.name}</bdi>)}
      {fact(t('admins.twoFactor'), t(admin.twoFactorEnabled ? 'admins.on' : 'admins.off'))}
      {detail?.isBlocked && fact(t('admins.reason'), detail.blockReason ? <bdi>{detail.blockReason}</bdi> : unset)}
      {detail?.lockoutEnd && fact(t('status.LockedOut'), t('admins.until', { at: moment(detail.lockoutEnd) }))}
      {fact(
        t('admins.seen'),
        admin.lastLoginAt ? <time dateTime={admin.lastLoginAt}>{moment(admin.lastLoginAt)}</time> : t('admins.never'),
      )}
      {fact(t('admins.created'), <time dateTime={admin.createdAt}>{date(admin.createdAt)}</time>)}
      {fact(t('admins.id'), copyable(admin.id, t('act.copyId')))}
    </dl>
  )
}
