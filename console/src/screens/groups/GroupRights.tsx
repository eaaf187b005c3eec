import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import { call, type Input, Refused } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx'
import { RoleSelect } from '../../ui/form/RoleSelect.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { fieldTitle } from '../../ui/matrix/field-title.ts'
import { SaveBar } from '../../ui/matrix/SaveBar.tsx'
import { Note } from '../../ui/Note.tsx'
import { tell } from '../../ui/toasts.tsx'
import { type Group, nameOf } from './group.ts'
import type { GroupActs } from './group-acts.ts'
import { HiddenFields } from './HiddenFields.tsx'
import { type Giving, type Hidden, hiddenOf, keysOf, linesBetween, rebased, refusedOf, rightsOf } from './rights.ts'

/** Roles that the group gives and fields that it hides from its members. What changes is shown before it is saved. */
export function GroupRights({ group, acts }: { group: Group; acts: GroupActs }) {
  const words = useI18n()
  const { t, list } = words
  const [rights, setRights] = useState(() => rightsOf(group))
  // what else of the group was changed meanwhile, here or by somebody else, is taken up; an older answer is not
  if (group.version > rights.base.version) setRights(rebased(group, rights))
  const { base, roles, hidden } = rights
  const setRoles = (roles: Giving['roles']) => setRights((before) => ({ ...before, roles }))
  const setHidden = (hidden: Hidden) => setRights((before) => ({ ...before, hidden }))
  const [isReviewed, setReviewed] = useState(false)
  const [isOther, setOther] = useState(false)
  const [ungranted, setUngranted] = useState<readonly string[]>([])
  const [roleIds, baseIds] = [roles.map(({ roleId }) => roleId), base.roles.map(({ roleId }) => roleId)]
  const ofRoles = linesBetween(baseIds, roleIds)
  const ofFields = linesBetween(keysOf(hiddenOf(base)), keysOf(hidden))
  const count = ofRoles.length + ofFields.length
  async function save() {
    const path = { groupId: base.id }
    setUngranted([])
    let now = base
    try {
      if (ofRoles.length > 0) now = await call('replaceUserGroupRoles', { path, body: { roleIds, version: now.version } })
      setRights((before) => ({ ...before, base: now }))
      if (ofFields.length > 0) {
        const restrictions = [...hidden].map(([permissionCode, fields]) => ({ permissionCode, restrictedFields: [...fields] }))
        now = await call('replaceUserGroupRestrictions', {
          path,
          body: { restrictions, version: now.version } as Input<'replaceUserGroupRestrictions'>['body'],
        })
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      setUngranted(refusedOf(error, [...hidden.keys()]))
      if (error.code !== 'version_conflict') throw error
      // what changes is counted anew against what the other one saved
      const theirs = await call('getUserGroup', { path: { id: base.id } })
      setRights((before) => rebased(theirs, before))
      setOther(true)
      throw error
    }
    setOther(false)
    setRights(rightsOf(now))
    tell(t('told.saved', { name: nameOf(now, words) }))
    await acts.refresh()
  }
  const nameOfRole = (id: string) => [...roles, ...base.roles].find(({ roleId }) => roleId === id)?.nameEn ?? id
  const line = (key: string, isAdded: boolean, text: string, code?: string) => (
    <li key={key} data-mark={isAdded ? 'added' : 'removed'}>
      <b aria-hidden>{isAdded ? '+' : '−'}</b>
      <span>
        <bdi>{text}</bdi>
        {code && <code dir="ltr">{code}</code>}
      </span>
    </li>
  )
  return (
    <>
      <LeaveGuard isChanged={() => count > 0} />
      <section aria-labelledby="group-roles">
        <div className="section-head">
          <h2 id="group-roles" tabIndex={-1}>
            {t('groups.roles')}
          </h2>
        </div>
        <ul className="members">
          {roles.map(({ roleId, nameEn }) => (
            <li key={roleId}>
              <span className="cut" dir="auto">
                {nameEn}
              </span>
              {acts.canUpdate && (
                <ActionIcon
                  size={28}
                  aria-label={t('groups.takeAway', { name: nameEn })}
                  onClick={() => {
                    document.getElementById('group-roles')?.focus()
                    setRoles(roles.filter((one) => one.roleId !== roleId))
                  }}
                >
                  <Icon name="close" size={14} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
        {roles.length === 0 && <p className="dim">{t('groups.noRoles')}</p>}
        {acts.canUpdate && acts.can('roles.view') && (
          <AddRole tenantId={group.tenantId} without={roleIds} onAdd={(role) => setRoles([...roles, role])} />
        )}
      </section>
      <HiddenFields group={base} acts={acts} hidden={hidden} onChange={setHidden} />
      {count > 0 && (
        <SaveBar
          text={t('groups.changes', { count })}
          review={t('groups.review')}
          onDiscard={() => setRights(rightsOf(base))}
          onReview={() => setReviewed(true)}
        />
      )}
      {isReviewed && (
        <ConfirmDialog
          title={t('groups.reviewTitle', { count: base.memberCount })}
          confirm={t('act.save')}
          isDanger={false}
          isReady={count > 0}
          run={save}
          onClose={() => setReviewed(false)}
        >
          {isOther && <Note tone="amber">{t('groups.conflict')}</Note>}
          {ungranted.length > 0 && <Note tone="amber">{t('groups.ungranted', { names: list(ungranted) })}</Note>}
          <ul className="difference">
            {ofRoles.map(({ key, isAdded }) => line(key, isAdded, t('groups.roleLine', { name: nameOfRole(key) })))}
            {ofFields.map(({ key, isAdded }) => {
              const [permission = '', field = ''] = key.split(' ')
              return line(
                key,
                isAdded,
                t(isAdded ? 'groups.fieldHidden' : 'groups.fieldShown', { field: fieldTitle(field, words) }),
                permission,
              )
            })}
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}

interface AddProps {
  readonly tenantId: string | null
  readonly without: readonly string[]
  onAdd(role: Giving['roles'][number]): void
}

function AddRole({ tenantId, without, onAdd }: AddProps) {
  const { t } = useI18n()
  const [isAdding, setAdding] = useState(false)
  if (!isAdding)
    return (
      <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>
        {t('groups.addRole')}
      </Button>
    )
  return (
    <RoleSelect
      label={t('groups.addRole')}
      value={null}
      tenantId={tenantId}
      without={without}
      isAdder
      isOpened
      onChange={(id, name) => {
        if (id !== null && name !== undefined) onAdd({ roleId: id, nameEn: name })
      }}
    />
  )
}
