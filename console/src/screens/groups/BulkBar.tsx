import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { lacksToRestore } from '../../api/bin-rights.ts'
import { call, type Input } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { nameOf as nameOfAdmin } from '../../ui/account/account.ts'
import { CountedDialog } from '../../ui/list/CountedDialog.tsx'
import { GoneNote } from '../../ui/list/GoneNote.tsx'
import type { List } from '../../ui/list/list.ts'
import { readRow } from '../../ui/list/read-row.ts'
import { SelectionBar } from '../../ui/list/SelectionBar.tsx'
import { SkippedDialog } from '../../ui/list/SkippedDialog.tsx'
import { nothing } from '../../ui/list/selection.ts'
import { tell } from '../../ui/toasts.tsx'
import { type BulkResult, type Group, nameOf } from './group.ts'
import type { GroupActs } from './group-acts.ts'
import { mostAdminsOf } from './most-admins.ts'

const moves = {
  activate: { some: 'activateUserGroups', matching: 'activateMatchingUserGroups', ofAdmins: 'admins.update' },
  deactivate: { some: 'deactivateUserGroups', matching: 'deactivateMatchingUserGroups', ofAdmins: 'admins.update' },
  delete: { some: 'deleteUserGroups', matching: 'deleteMatchingUserGroups', ofAdmins: 'admins.delete' },
} as const
type Move = keyof typeof moves

/** What can be done to many groups at once: to those that were chosen, or to all that match. */
export function BulkBar({ list, acts }: { readonly list: List<Group>; readonly acts: GroupActs }) {
  const words = useI18n()
  const { t } = words
  const cache = useQueryClient()
  const { selection, total, select } = list
  const [move, setMove] = useState<Move | null>(null)
  const [result, setResult] = useState<BulkResult | null>(null)
  const nameOfSkipped = (id: string) => {
    const group = readRow(cache, 'listUserGroups', id)
    return group && <bdi>{nameOf(group, words)}</bdi>
  }
  const nameOfSkippedAdmin = (id: string) => {
    const admin = readRow(cache, 'listAdmins', id)
    return admin && <bdi>{nameOfAdmin(admin)}</bdi>
  }
  const offered = [
    acts.canUpdate && { label: t('act.activate'), icon: 'active' as const, takesAll: true, run: () => setMove('activate') },
    acts.canUpdate && { label: t('act.deactivate'), icon: 'inactive' as const, takesAll: true, run: () => setMove('deactivate') },
    acts.canDelete && { label: t('act.delete'), icon: 'bin' as const, isDanger: true, takesAll: true, run: () => setMove('delete') },
  ].filter((act) => act !== false)
  return (
    <>
      <SelectionBar selection={selection} total={total} acts={offered} onChange={select} />
      {move && (
        <MoveDialog
          move={move}
          list={list}
          acts={acts}
          onClose={() => setMove(null)}
          onDone={async (done) => {
            tell(
              t(done.affectedAdmins > 0 ? 'groups.movedWithAdmins' : 'groups.moved', { count: done.affected, admins: done.affectedAdmins }),
            )
            if (done.skipped.length + done.skippedAdmins.length > 0) setResult(done)
            select(nothing)
            await acts.refresh()
          }}
        />
      )}
      {result && (
        <SkippedDialog
          skipped={[...result.skipped, ...result.skippedAdmins]}
          linkTo={(id) => {
            const isAdmin = result.skippedAdmins.some((one) => one.id === id)
            const target = isAdmin ? { to: '/admins', search: { open: id } } : { to: '/groups/$id', params: { id } }
            return (
              <Link {...(target as { to: '/admins' })} onClick={() => setResult(null)}>
                {(isAdmin ? nameOfSkippedAdmin(id) : nameOfSkipped(id)) ?? <code dir="ltr">{id}</code>}
              </Link>
            )
          }}
          onClose={() => setResult(null)}
        />
      )}
    </>
  )
}

interface Props {
  readonly move: Move
  readonly list: List<Group>
  readonly acts: GroupActs
  onClose(): void
  onDone(result: BulkResult): Promise<void>
}

/**
 * The same for the admins in the groups is not meant unless it is said so; then their number is said, too. Of all that match the service
 * counts them; of those that were chosen it is known how many are in each, where
 * they were listed here.
 */
function MoveDialog({ move, list, acts, onClose, onDone }: Props) {
  const { t } = useI18n()
  const { selection } = list
  const cache = useQueryClient()
  const [cascadeAdmins, setCascade] = useState(false)
  const filter = JSON.stringify(list.filter)
  const { some, matching: all, ofAdmins } = moves[move]
  const matching = useCallback(
    (more: { dryRun: true } | { expectedCount: number }) => {
      const given = JSON.parse(filter) as Input<'deleteMatchingUserGroups'>['body']['filter']
      return call(all, { body: { filter: given, excludeIds: [...selection.ids], cascadeAdmins, ...more } })
    },
    [all, filter, selection, cascadeAdmins],
  )
  const lacking = move === 'delete' ? lacksToRestore(acts.can, 'UserGroup', ...(cascadeAdmins ? (['Admin'] as const) : [])) : []
  const mostAdmins = mostAdminsOf([...selection.ids].map((id) => readRow(cache, 'listUserGroups', id)))
  return (
    <CountedDialog<BulkResult>
      selection={selection}
      titleOf={(count) => t(`groups.${move}Title`, { count })}
      confirm={t(`act.${move}`)}
      isDanger={move !== 'activate'}
      some={(ids) => call(some, { body: { ids, cascadeAdmins } })}
      matching={matching}
      countedOf={(counted) => cascadeAdmins && <p className="dim">{t('groups.withAdmins', { count: counted.affectedAdmins })}</p>}
      onClose={onClose}
      onDone={onDone}
    >
      <p className="dim">{t(`groups.${move}Hint`)}</p>
      {lacking.length > 0 && <GoneNote lacking={lacking} />}
      {acts.can(ofAdmins) && (
        <Checkbox
          label={t(`groups.${move}Cascade`)}
          description={t('groups.cascadeHint')}
          checked={cascadeAdmins}
          onChange={(event) => setCascade(event.currentTarget.checked)}
        />
      )}
      {cascadeAdmins && selection.mode === 'only' && (
        <p className="dim" role="status">
          {mostAdmins === null ? t('groups.uncountedAdmins') : t('groups.mostAdmins', { count: mostAdmins })}
        </p>
      )}
    </CountedDialog>
  )
}
