import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { ask } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx'
import { useCatalogue } from '../../ui/matrix/catalogue.ts'
import { countOf, differenceOf, grantsOf, rebased } from '../../ui/matrix/matrix.ts'
import { RightsMatrix } from '../../ui/matrix/RightsMatrix.tsx'
import { SaveBar } from '../../ui/matrix/SaveBar.tsx'
import { Note } from '../../ui/Note.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { type Role, rightsOf } from './role.ts'
import type { RoleActs } from './role-acts.ts'

/** The matrix of one role. What is chosen is shown as a whole before it is sent. */
export function RoleRights({ role, acts }: { role: Role; acts: RoleActs }) {
  const words = useI18n()
  const { t } = words
  const { start } = useStart()
  const catalogue = useCatalogue()
  const available = useQuery(ask('listAvailablePermissions', { query: role.tenantId === null ? {} : { tenantId: role.tenantId } }))
  /** What it was read as: somebody else's change is taken only where nothing was chosen yet. */
  const [base, setBase] = useState(role)
  const before = useMemo(() => grantsOf(base.permissions), [base])
  const [after, setAfter] = useState(before)
  const [isReviewed, setReviewed] = useState(false)
  const changes = differenceOf(before, after)
  const count = countOf(changes)
  useEffect(() => {
    if (role.version <= base.version) return
    const now = grantsOf(role.permissions)
    // what was chosen before one's own save was read again stays, and is no conflict with it
    if (count > 0 && countOf(differenceOf(before, now)) > 0) return
    setBase(role)
    if (count === 0) setAfter(now)
  }, [role, base, before, count])
  const { data: categories } = catalogue
  const { data: granted } = available
  const groups = useMemo(
    () => (categories && granted && start ? rightsOf({ categories, available: granted, held: start, role }, words) : null),
    [categories, granted, start, role, words],
  )
  const failed = catalogue.error ?? available.error
  if (failed && !groups)
    return (
      <Failed
        error={failed}
        onRetry={() => {
          void catalogue.refetch()
          void available.refetch()
        }}
      />
    )
  if (!groups) return <div className="lines" aria-busy="true" />
  const against = acts.canManage ? acts.reasonAgainst(role) : t('roles.readOnly')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter saves from anywhere in it, and a button does, too
    <div
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && count > 0) setReviewed(true)
      }}
    >
      {against && <Note tone="blue">{against}</Note>}
      <LeaveGuard isChanged={() => count > 0} />
      <RightsMatrix
        label={t('roles.matrix', { name: role.name })}
        groups={groups}
        before={before}
        after={after}
        isReadOnly={against !== null}
        onChange={setAfter}
      />
      {count > 0 && (
        <SaveBar
          text={t('roles.changes', { count })}
          changes={changes}
          review={t('roles.review')}
          onDiscard={() => setAfter(before)}
          onReview={() => setReviewed(true)}
        />
      )}
      {isReviewed && (
        <ReviewDialog
          role={base}
          groups={groups}
          before={before}
          after={after}
          onClose={() => setReviewed(false)}
          onTaken={(theirs, isMineKept) => {
            const now = grantsOf(theirs.permissions)
            setBase(theirs)
            // mine is what was changed here: what they gave meanwhile is not taken by it
            setAfter(isMineKept ? rebased(now, before, after) : now)
          }}
          onSaved={async () => {
            setReviewed(false)
            setBase({ ...base, permissions: [...after].flatMap(([id, restrictedFields]) => permissionOf(id, [...restrictedFields])) })
            await acts.refresh()
          }}
        />
      )}
    </div>
  )

  function permissionOf(id: string, restrictedFields: string[]): Role['permissions'] {
    const found = categories?.flatMap(({ permissions }) => permissions).find((one) => one.id === id)
    return found ? [{ id, name: found.name, category: found.category, restrictedFields }] : []
  }
}
