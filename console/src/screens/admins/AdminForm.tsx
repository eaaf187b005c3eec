import { Button, Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ask, call, Refused, type Reply } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { toldOf } from '../../ui/fault.ts'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { Fault } from '../../ui/Note.tsx'
import { tell } from '../../ui/toasts.tsx'
import type { AdminActs } from './admin-acts.ts'
import { type AdminDraft, changesOf, type DraftField, draftOf, fieldsOf, newAdminOf } from './admin-draft.ts'
import { nameOf } from './admins-search.ts'
import { Conflict } from './Conflict.tsx'
import { PlaceFields } from './PlaceFields.tsx'

type Detail = Reply<'getAdmin'>

interface Props {
  /** Null for a new one. */
  readonly id: string | null
  readonly acts: AdminActs
  /** @param id the record to show then */
  onClose(id?: string): void
}

/** A new admin, or a change of one: only what was changed is sent, with the version that was read. */
export function AdminForm({ id, acts, onClose }: Props) {
  const { t } = useI18n()
  const query = useQuery({
    ...ask('getAdmin', { path: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const [read, setRead] = useState<Detail | null>(null)
  useEffect(() => {
    // the first answer: what is typed is never written over by a later one
    if (query.data) setRead((before) => before ?? query.data)
  }, [query.data])
  if (id !== null && read === null) return query.isError ? <Failed error={query.error} onClose={onClose} /> : null
  return <Filled key={read?.id ?? 'new'} read={read} acts={acts} onClose={onClose} title={read ? nameOf(read) : t('admins.new')} />
}

function Failed({ error, onClose }: { error: unknown; onClose(): void }) {
  const { t } = useI18n()
  return (
    <Modal opened onClose={() => onClose()} title={t('list.failed')} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <Fault error={error} />
    </Modal>
  )
}

function Filled({ read, acts, onClose, title }: Omit<Props, 'id'> & { readonly read: Detail | null; readonly title: string }) {
  const words = useI18n()
  const { t } = words
  const { me } = useStart()
  const [base, setBase] = useState(read)
  const [first, setFirst] = useState<AdminDraft>(() => draftOf(read, me?.tenantId ?? null))
  const [draft, setDraft] = useState(first)
  const [theirs, setTheirs] = useState<Detail | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  // `saved` leaves without being asked
  const isSaved = useRef<boolean>(false)
  const box = useRef<HTMLFormElement>(null)
  const told = error === null ? null : toldOf(error, words)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first)
  useEffect(() => {
    if (told) box.current?.querySelector<HTMLElement>('.note')?.focus()
  }, [told])
  const set = (change: Partial<AdminDraft>) => setDraft((before) => ({ ...before, ...change }))
  const text = (field: DraftField, more: object = {}) => (
    <TextInput
      label={t(`admins.${field === 'phoneNumber' ? 'phone' : field}`)}
      value={draft[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
      error={told?.fields.get(field)}
      {...more}
    />
  )

  async function save(from: Detail | null) {
    setBusy(true)
    setError(null)
    try {
      const saved = from
        ? await call('updateAdmin', { path: { id: from.id }, body: { ...changesOf(draft, from), version: from.version } })
        : await call('createAdmin', { body: newAdminOf(draft) })
      isSaved.current = true
      tell(t(from ? 'told.saved' : 'told.created', { name: nameOf(saved) }))
      await acts.refresh()
      onClose(saved.id)
    } catch (fault) {
      if (fault instanceof Refused && fault.code === 'version_conflict' && from) {
        await call('getAdmin', { path: { id: from.id } }).then(setTheirs, setError)
      } else setError(fault)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(base)
  }
  const settle = (keep: 'mine' | 'theirs') => {
    if (!theirs) return
    setBase(theirs)
    setTheirs(null)
    if (keep === 'mine') return void save(theirs)
    const fresh = draftOf(theirs, null)
    setFirst(fresh)
    setDraft(fresh)
  }
  const isMasked = (field: DraftField) => !fieldsOf(base).includes(field)
  return (
    <Modal opened onClose={() => onClose()} title={title} size={460} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <LeaveGuard isChanged={() => isChanged && !isSaved.current} />
      {theirs && base ? (
        <Conflict mine={draft} base={base} theirs={theirs} onSettle={settle} />
      ) : (
        <form onSubmit={submit} className="stack" ref={box} noValidate>
          {told && (
            <div tabIndex={-1} className="summary">
              <Fault told={told} />
            </div>
          )}
          <div className="two-columns">
            {text('firstName', { required: true, withAsterisk: false, 'data-autofocus': true, dir: 'auto', autoComplete: 'off' })}
            {text('lastName', { required: true, withAsterisk: false, dir: 'auto', autoComplete: 'off' })}
          </div>
          {!isMasked('email') && text('email', { type: 'email', required: true, withAsterisk: false, dir: 'ltr', autoComplete: 'off' })}
          {!isMasked('phoneNumber') && text('phoneNumber', { type: 'tel', dir: 'ltr', autoComplete: 'off' })}
          <PlaceFields draft={draft} base={base} fields={told?.fields} onChange={set} />
          {!base && (
            <TextInput
              label={t('form.password')}
              description={t('form.passwordHint')}
              type="password"
              value={draft.password}
              onChange={(event) => set({ password: event.currentTarget.value })}
              error={told?.fields.get('password')}
              autoComplete="new-password"
              dir="ltr"
            />
          )}
          <div className="acts">
            <Button variant="default" onClick={() => onClose()}>
              {t('act.cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={base !== null && !isChanged}>
              {t(base ? 'act.save' : 'act.create')}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  )
}
