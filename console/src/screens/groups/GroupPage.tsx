import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { isStillAt } from '../../ui/form/still-at.ts'
import { Icon } from '../../ui/Icon.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { Status } from '../../ui/Status.tsx'
import { statusOf } from './columns.tsx'
import { GroupForm } from './GroupForm.tsx'
import { GroupMenu } from './GroupMenu.tsx'
import { GroupRights } from './GroupRights.tsx'
import { type Group, nameOf } from './group.ts'
import { useGroupActs } from './group-acts.ts'
import { Members } from './Members.tsx'

/** `/groups/$id`: its names, who is in it, and what it gives and hides. */
export default function GroupPage() {
  const words = useI18n()
  const { t } = words
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const navigate = useNavigate()
  const acts = useGroupActs()
  const query = useQuery(ask('getUserGroup', { path: { id } }))
  const [isEdited, setEdited] = useState(false)
  const group = query.data
  return (
    <RecordPage
      title={group && nameOf(group, words)}
      kind={t('groups.one')}
      trail={[{ title: t('nav.groups'), to: '/groups' }]}
      status={group && <Status value={statusOf(group)} />}
      sub={
        group && (
          <>
            <bdi dir="ltr">{group.code}</bdi>
            <span className="dot" />
            <bdi>{group.tenantId === null ? t('name.platform') : group.tenantName}</bdi>
          </>
        )
      }
      acts={
        group && (
          <>
            {acts.canUpdate && (
              <Button variant="default" leftSection={<Icon name="pencil" size={14} />} onClick={() => setEdited(true)}>
                {t('act.edit')}
              </Button>
            )}
            <GroupMenu
              group={group}
              acts={acts}
              onEdit={() => setEdited(true)}
              onGone={() => void (isStillAt(`/groups/${id}`) && navigate({ to: '/groups' } as never))}
            />
          </>
        )
      }
      error={query.error}
      onRetry={() => void query.refetch()}
    >
      {group && (
        <div className="narrow group-sections">
          <Texts group={group} />
          <Members group={group} acts={acts} />
          <GroupRights key={group.id} group={group} acts={acts} />
        </div>
      )}
      {group && isEdited && <GroupForm read={group} acts={acts} onClose={() => setEdited(false)} />}
    </RecordPage>
  )
}

/** English and Arabic beside each other. */
function Texts({ group }: { group: Group }) {
  const { t } = useI18n()
  const text = (value: string | null, lang: string) =>
    value && (
      <span lang={lang} dir="auto">
        {value}
      </span>
    )
  return (
    <div className="two-columns">
      <Facts>
        <Fact label={t('groups.nameEn')}>{text(group.nameEn, 'en')}</Fact>
        <Fact label={t('groups.descriptionEn')}>{text(group.descriptionEn, 'en')}</Fact>
      </Facts>
      <Facts>
        <Fact label={t('groups.nameAr')}>{text(group.nameAr, 'ar')}</Fact>
        <Fact label={t('groups.descriptionAr')}>{text(group.descriptionAr, 'ar')}</Fact>
      </Facts>
    </div>
  )
}
