// biome-ignore-all lint/a11y/useSemanticElements: rows that stand below each other are no table to a browser
// biome-ignore-all lint/a11y/useFocusableInteractive: it is the row that takes the focus
import { ActionIcon } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { Icon } from '../ui/Icon.tsx'
import { moveOf, type Row } from '../ui/tree/tree.ts'
import type { Tenant, Tree } from '../ui/tree/use-tree.ts'

interface Props {
  readonly tree: Tree
  /** The caller's own tenant, which is chosen above the tree; undefined on the platform. */
  readonly own: string | undefined
  readonly chosen: string | undefined
  readonly pins: readonly string[]
  onChoose(id: string): void
  onPin(id: string): void
}

/** The tenants below each other: what stands below one is asked for when it is opened, and the next hundred when they are wanted. */
export function SwitchTree({ tree, own, chosen, pins, onChoose, onPin }: Props) {
  const { t } = useI18n()
  const rows =
    own === undefined ? tree.rows : tree.rows.filter(({ id }) => id !== own).map((row) => ({ ...row, level: row.level - 1 || 1 }))
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string | null>(null)
  // more was wanted after this row, as deep: there the focus stays
  const [wanted, setWanted] = useState<{ readonly after: string | undefined; readonly level: number } | null>(null)
  const stop = rows.some(({ id }) => id === active) ? active : rows[0]?.id
  const goTo = (id: string | undefined) => id && box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus()
  const next = wanted && rows.slice(rows.findIndex(({ id }) => id === wanted.after) + 1).find(({ level }) => level === wanted.level)
  const come = next?.kind === 'tenant' ? next.id : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once what was wanted is there
  useEffect(() => {
    if (come === undefined) return
    setWanted(null)
    goTo(come)
  }, [come])
  const rowOf = (target: EventTarget) => {
    const id = (target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row
    return rows.findIndex((row) => row.id === id)
  }
  const act = (at: number) => {
    const row = rows[at]
    if (row?.kind === 'tenant') onChoose(row.id)
    else if (row && (row.isNext || row.error)) {
      setWanted({ after: rows.slice(0, at).findLast(({ level }) => level <= row.level)?.id, level: row.level })
      tree.more(row.parent)
    }
  }
  const press = (event: KeyboardEvent) => {
    const at = rowOf(event.target)
    const row = rows[at]
    // up and down lead out of the tree, too: that is seen to around it
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey || event.key.length === 1) return
    if (/Up|Down/.test(event.key) || (event.target as HTMLElement).dataset.row !== row.id) return
    const move = moveOf(rows, at, event.key, document.documentElement.dir === 'rtl')
    if (move && 'to' in move) goTo(move.to)
    else if (move) tree.toggle(row.id, 'open' in move)
    else if (event.key === 'Enter') act(at)
    else return
    event.preventDefault()
  }
  const click = ({ target }: MouseEvent) => {
    if (!(target as HTMLElement).closest('button:not(.quiet-link)')) act(rowOf(target))
  }
  if (own !== undefined && rows.length === 0) return null
  return (
    <section>
      <h3>{t('nav.tenants')}</h3>
      <div
        role="treegrid"
        aria-label={t('nav.tenants')}
        ref={box}
        aria-busy={rows.some((row) => row.kind === 'wait' && !row.isNext && !row.error) || undefined}
        onKeyDown={press}
        onClick={click}
        onFocus={({ target }: FocusEvent) => setActive(rows[rowOf(target)]?.id ?? null)}
        // whoever went on is not taken back; another window takes nothing from the row
        onBlur={({ target }: FocusEvent) => target !== document.activeElement && setWanted(null)}
      >
        {rows.map((row) => (
          <div
            key={row.id}
            role="row"
            className="switch-row"
            data-row={row.id}
            data-on={row.id === chosen || undefined}
            aria-current={row.id === chosen || undefined}
            tabIndex={row.id === stop ? 0 : -1}
            style={{ '--level': row.level - 1 } as object}
            aria-level={row.level}
            {...(row.kind === 'tenant' && {
              'aria-posinset': row.position,
              'aria-setsize': row.siblings,
              ...(row.tenant.childCount > 0 && { 'aria-expanded': row.isOpen }),
            })}
          >
            <Cells row={row} isOn={row.id === chosen} onToggle={tree.toggle} />
            {row.kind === 'tenant' && (
              <span role="gridcell">
                <ActionIcon
                  size={28}
                  tabIndex={row.id === stop ? 0 : -1}
                  aria-pressed={pins.includes(row.id)}
                  aria-label={t('within.pin', { name: row.tenant.name })}
                  onClick={() => onPin(row.id)}
                >
                  <Icon name="pin" size={14} />
                </ActionIcon>
              </span>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}

function Cells({ row, isOn, onToggle }: { readonly row: Row<Tenant>; readonly isOn: boolean; onToggle: Tree['toggle'] }) {
  const { t } = useI18n()
  if (row.kind === 'wait')
    return (
      <span role="gridcell">
        {/* the same one while it waits: whoever pressed it stays there */}
        <button type="button" tabIndex={-1} className="quiet-link">
          {row.error ? `${t('list.failed')}. ${t('list.retry')}` : t(row.isNext ? 'within.next' : 'within.loading')}
        </button>
      </span>
    )
  const { tenant, isOpen } = row
  return (
    <span role="gridcell">
      {tenant.childCount > 0 ? (
        <ActionIcon
          size={24}
          tabIndex={-1}
          className="twist"
          data-open={isOpen || undefined}
          aria-label={t(isOpen ? 'within.shut' : 'within.open', { name: tenant.name })}
          onClick={() => onToggle(tenant.id, !isOpen)}
        >
          <Icon name="chevronRight" size={14} />
        </ActionIcon>
      ) : (
        <span className="twist" />
      )}
      <b className="cut" dir="auto">
        {tenant.name}
      </b>
      {isOn && <Icon name="check" size={15} />}
    </span>
  )
}
