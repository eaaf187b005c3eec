import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { nameOf as nameOfAccount } from '../../ui/account/account.ts'
import { Who } from '../../ui/account/Who.tsx'
import { RecordSelect } from '../../ui/form/RecordSelect.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Group } from './group.ts'
import type { GroupActs } from './group-acts.ts'

/** Who is in the group: added by search, taken away at once, with an undo by adding again. */
export function Members({ group, acts }: { group: Group; acts: GroupActs }) {
  const { t } = useI18n()
  const [isAdding, setAdding] = useState(false)
  const { members, memberCount } = group
  const find = async (search: string, signal: AbortSignal) => {
    const query = { pageSize: 50, ...(search && { search }) }
    const { items } = group.tenantId
      ? await call('listTenantAdmins', { path: { id: group.tenantId }, query }, signal)
      : await call('listAdmins', { query: { ...query, isPlatform: true } }, signal)
    return items.map((one) => ({ value: one.id, label: nameOfAccount(one) }))
  }
  const add = (adminId: string) =>
    acts.run(() => call('addUserGroupMembers', { path: { groupId: group.id }, body: { adminIds: [adminId] } }), t('groups.memberAdded'))
  const takeAway = (adminId: string, name: string) =>
    acts.run(() => call('removeUserGroupMember', { path: { groupId: group.id, adminId } }), t('groups.memberGone', { name }))
  return (
    <section aria-labelledby="group-members">
      <div className="section-head">
        <h2 id="group-members" tabIndex={-1}>
          {t('groups.members')} <span className="count">{memberCount}</span>
        </h2>
        {acts.canUpdate && acts.can('admins.view') && !isAdding && (
          <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>
            {t('groups.addMember')}
          </Button>
        )}
      </div>
      {isAdding && (
        <RecordSelect
          label={t('groups.addMember')}
          description={t('groups.addHint')}
          value={null}
          queryKey={['listAdmins', 'choices', group.id]}
          without={members.map(({ adminId }) => adminId)}
          isAdder
          isOpened
          find={find}
          onChange={(id) => id && void add(id)}
        />
      )}
      {members.length === 0 && <p className="dim">{t('groups.noMembers')}</p>}
      <ul className="members">
        {members.map((member) => {
          const name = nameOfAccount(member)
          return (
            <li key={member.adminId} data-off={!member.isActive || undefined}>
              <Who account={{ ...member, id: member.adminId, avatarUrl: null }} />
              {acts.canUpdate && (
                <ActionIcon
                  size={28}
                  aria-label={t('groups.takeAway', { name })}
                  onClick={() => {
                    document.getElementById('group-members')?.focus()
                    void takeAway(member.adminId, name)
                  }}
                >
                  <Icon name="close" size={14} />
                </ActionIcon>
              )}
            </li>
          )
        })}
      </ul>
      {memberCount > members.length && <p className="dim">{t('groups.firstMembers', { count: members.length })}</p>}
    </section>
  )
}
