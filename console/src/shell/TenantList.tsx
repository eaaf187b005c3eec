import { ActionIcon, TextInput } from '@mantine/core'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ask, type Reply } from '../api/client.ts'
import { useStart } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Failed } from '../ui/Failed.tsx'
import { useLater } from '../ui/form/use-later.ts'
import { isComposing } from '../ui/form/use-marked.ts'
import { Icon } from '../ui/Icon.tsx'
import { useTree } from '../ui/tree/use-tree.ts'
import { recentTenants, rememberTenant } from './recent-tenants.ts'
import { SwitchTree } from './SwitchTree.tsx'
import { tenantQuery, useChosenTenant, useGoWithin } from './use-place.ts'
import { useChangePreferences } from './use-preferences.ts'

type Tenant = Pick<Reply<'listTenants'>['items'][number], 'id' | 'name' | 'path'>
const waitMs = 200
const mostPins = 20

/** The tenants that the caller sees as a tree, or found by their names; those that are pinned and those that were looked at last come first. */
export default function TenantList({ onDone }: { onDone(): void }) {
  const { t } = useI18n()
  const { start } = useStart()
  const chosen = useChosenTenant()
  const goWithin = useGoWithin()
  const change = useChangePreferences()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // where it was loaded after the popover opened, that found nothing to focus
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const wanted = text.trim()
  const search = useLater(wanted, waitMs)
  // Enter came before the answer to what is typed
  const [isAwaited, setAwaited] = useState(false)
  const query = useQuery({
    ...ask('listTenants', { query: { search, sortBy: 'name', sortDirection: 'asc', pageSize: 50 } }),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  })
  const own = start?.tenant
  const tree = useTree('switch')
  // also below what was shut again
  const seen = useRef(new Map<string, Tenant>()).current
  for (const row of tree.rows) if (row.kind === 'tenant') seen.set(row.id, row.tenant)
  const listed: readonly Tenant[] = query.data?.items ?? []
  const pins = start?.preferences.pinnedTenants ?? []
  const recent = (start ? recentTenants(start.me.id) : []).filter((id) => !pins.includes(id))
  const isBrief = search === ''
  // one that is not in the tree as far as it is open is asked for by itself
  const isSeen = seen.size > 0 || Boolean(tree.rows[0]?.kind === 'wait' && tree.rows[0].error)
  const missing = isBrief && isSeen ? [...pins, ...recent].filter((id) => !seen.has(id)) : []
  const more = useQueries({ queries: missing.map((id) => ({ ...tenantQuery(id), retry: false })) })
  const known = new Map<string, Tenant>([...seen.values(), ...more.flatMap(({ data }) => data ?? [])].map((one) => [one.id, one]))
  const those = (ids: readonly string[]) => ids.flatMap((id) => known.get(id) ?? [])
  const groups = isBrief
    ? [
        { title: 'within.pinned' as const, tenants: those(pins) },
        { title: 'within.recent' as const, tenants: those(recent) },
      ]
    : [{ title: 'within.found' as const, tenants: listed }]
  const choose = (id: string | undefined) => {
    if (id !== undefined && start) rememberTenant(start.me.id, id)
    goWithin(id === own?.id ? undefined : id)
    onDone()
  }
  // what was found before belongs to another text
  const isAnswered = search === wanted && !query.isPlaceholderData && (query.data !== undefined || query.isError)
  const first = isAnswered && wanted !== '' ? listed[0] : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the answer is there
  useEffect(() => {
    if (!isAwaited || !isAnswered) return
    setAwaited(false)
    if (first) choose(first.id)
  }, [isAwaited, isAnswered])
  const pin = (id: string) =>
    change({ pinnedTenants: pins.includes(id) ? pins.filter((one) => one !== id) : [id, ...pins].slice(0, mostPins) })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows are a shorter way to what Tab reaches
    <div className="switch" onKeyDown={moveFocus}>
      <TextInput
        data-autofocus
        ref={field}
        aria-label={t('within.search')}
        placeholder={t('within.search')}
        value={text}
        maxLength={100}
        leftSection={<Icon name="search" size={15} />}
        onChange={(event) => {
          setAwaited(false)
          setText(event.currentTarget.value)
        }}
        onBlur={() => setAwaited(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event.nativeEvent)) setAwaited(true)
        }}
      />
      {isBrief && (
        <button type="button" className="switch-row" data-on={chosen.id === undefined || undefined} onClick={() => choose(undefined)}>
          <Icon name="tree" size={15} />
          <b>{own ? <bdi>{own.name}</bdi> : t('within.all')}</b>
          {chosen.id === undefined && <Icon name="check" size={15} />}
        </button>
      )}
      {!isBrief && query.error && !query.data && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {!isBrief && query.data === undefined && !query.error && <div className="lines" aria-busy="true" />}
      {groups.map(({ title, tenants }) =>
        tenants.length === 0 ? null : (
          <section key={title} aria-label={t(title)}>
            <h3>{t(title)}</h3>
            <ul>
              {tenants.map((tenant) => (
                <Row
                  key={tenant.id}
                  tenant={tenant}
                  isOn={chosen.id === tenant.id}
                  isPinned={pins.includes(tenant.id)}
                  onChoose={() => choose(tenant.id)}
                  onPin={() => pin(tenant.id)}
                />
              ))}
            </ul>
          </section>
        ),
      )}
      {isBrief && <SwitchTree tree={tree} own={own?.id} chosen={chosen.id} pins={pins} onChoose={choose} onPin={pin} />}
      {query.data && !isBrief && listed.length === 0 && <p className="switch-none">{t('list.empty')}</p>}
    </div>
  )
}

interface RowProps {
  readonly tenant: Tenant
  readonly isOn: boolean
  readonly isPinned: boolean
  onChoose(): void
  onPin(): void
}

function Row({ tenant, isOn, isPinned, onChoose, onPin }: RowProps) {
  const { t } = useI18n()
  const above = tenant.path.slice(0, -1)
  return (
    <li>
      <button type="button" className="switch-row" data-on={isOn || undefined} onClick={onChoose}>
        <span>
          <b className="cut" dir="auto">
            {tenant.name}
          </b>
          {above.length > 0 && (
            <small className="cut" dir="auto">
              {above.map(({ name }) => name).join(' › ')}
            </small>
          )}
        </span>
        {isOn && <Icon name="check" size={15} />}
      </button>
      <ActionIcon size={28} aria-pressed={isPinned} aria-label={t('within.pin', { name: tenant.name })} onClick={onPin}>
        <Icon name="pin" size={14} />
      </ActionIcon>
    </li>
  )
}

/** Arrows go from row to row, and back into the field. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .switch-row')]
  const at = stops.findIndex((stop) => (stop.closest('li') ?? stop).contains(document.activeElement))
  const next = stops[at === -1 ? 0 : Math.min(stops.length - 1, Math.max(0, at + step))]
  event.preventDefault()
  next?.focus()
}
