import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { oneOf } from '../address.ts'
import { Icon } from '../Icon.tsx'
import { Avatar } from '../Person.tsx'
import { SidePanel } from '../SidePanel.tsx'
import { Status } from '../Status.tsx'
import { Tabs } from '../Tabs.tsx'
import { type Account, nameOf, type States, statusOf } from './account.ts'

/** What the list gives to the panel of an account. */
export interface PanelProps<A> {
  readonly id: string
  /** The row of the list, shown until the whole record is there. */
  readonly known: A | undefined
  readonly tab: string | undefined
  onTab(tab: string | undefined): void
  onEdit(): void
  menuOf(account: A): ReactNode
  onClose(): void
}

type PanelTab = 'overview' | 'permissions' | 'sessions' | 'activity'

interface Props<A> extends Omit<PanelProps<A>, 'known'> {
  readonly account: A | undefined
  readonly query: { readonly error: unknown; refetch(): unknown }
  readonly sub: ReactNode
  readonly mayEdit: boolean
  readonly tabs: readonly PanelTab[]
  /** What the tab shows. */
  children(current: PanelTab, account: A): ReactNode
}

/** Somebody who can sign in, beside the list. */
export function AccountPanel<A extends Account & States>({ id, account, query, tab, tabs, mayEdit, ...p }: Props<A>) {
  const { t } = useI18n()
  const current = oneOf(tabs, tab) ?? 'overview'
  return (
    <SidePanel
      id={id}
      title={account && nameOf(account)}
      picture={account && <Avatar name={nameOf(account)} size={48} src={account.avatarUrl} />}
      sub={p.sub}
      menu={account && p.menuOf(account)}
      acts={
        account && (
          <>
            <Status value={statusOf(account)} />
            <span className="grow" />
            {mayEdit && (
              <Button variant="default" size="xs" leftSection={<Icon name="pencil" size={14} />} onClick={p.onEdit}>
                {t('act.edit')}
              </Button>
            )}
          </>
        )
      }
      error={query.error}
      onRetry={() => void query.refetch()}
      onClose={p.onClose}
    >
      {account && (
        <Tabs
          label={nameOf(account)}
          tabs={tabs.map((key) => ({ key, title: t(`panel.${key}`) }))}
          current={current}
          onGo={(key) => p.onTab(key === 'overview' ? undefined : key)}
        >
          {p.children(current, account)}
        </Tabs>
      )}
    </SidePanel>
  )
}
