import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Acts } from '../../ui/acts.ts'
import { oneOf } from '../../ui/address.ts'
import { Hidden } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Mark } from '../../ui/shown/Mark.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { EmailActs } from './EmailActs.tsx'
import { History, Overview, Text } from './EmailParts.tsx'
import { emailLooks, nameOf } from './email.ts'

interface Props {
  readonly id: string
  readonly acts: Acts
  onBatch(batchId: string): void
  onClose(): void
}

const tabs = ['overview', 'mail', 'history'] as const

/** One mail: to whom, what it said as far as that may be read, and each thing that became of it. */
export function EmailPanel({ id, acts, onBatch, onClose }: Props) {
  const { t } = useI18n()
  const [tab, setTab] = useState<(typeof tabs)[number]>('overview')
  const query = useQuery(ask('getEmail', { path: { id } }))
  const email = query.data
  return (
    <SidePanel
      id={id}
      title={email && nameOf(email)}
      sub={email && (email.to === undefined ? <Hidden /> : <span dir="ltr">{email.to}</span>)}
      menu={
        <ActionIcon size={28} aria-label={t('emails.ownPage')} renderRoot={(props) => <Link to={`/emails/${id}` as string} {...props} />}>
          <Icon name="openPage" size={15} />
        </ActionIcon>
      }
      acts={
        email && (
          <>
            <Mark look={emailLooks[email.status]}>{t(`emails.is.${email.status}`)}</Mark>
            <span className="grow" />
            <EmailActs email={email} acts={acts} />
          </>
        )
      }
      error={query.error}
      onRetry={() => void query.refetch()}
      onClose={onClose}
    >
      {email && (
        <Tabs
          label={nameOf(email)}
          tabs={tabs.map((key) => ({ key, title: t(`emails.tab.${key}`) }))}
          current={tab}
          onGo={(key) => setTab(oneOf(tabs, key) ?? 'overview')}
        >
          {tab === 'overview' && <Overview email={email} onBatch={onBatch} />}
          {tab === 'mail' && <Text email={email} />}
          {tab === 'history' && <History email={email} />}
        </Tabs>
      )}
    </SidePanel>
  )
}
