import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { newEmail } from '../../sitemap/emails.ts'
import { mayMake } from '../../sitemap/screen.ts'
import { useActs } from '../../ui/acts.ts'
import { idIn } from '../../ui/address.ts'
import { useDayNames } from '../../ui/charts/day-names.ts'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/list.ts'
import { withoutFilters } from '../../ui/list/list-filters.ts'
import { tell } from '../../ui/toasts.tsx'
import { columnsOf, filtersOf } from './columns.tsx'
import { EmailPanel } from './EmailPanel.tsx'
import { type Email, nameOf } from './email.ts'
import { MailStats } from './Stats.tsx'

const usual = { by: 'createdAt', direction: 'desc' } as const

/** `/emails`: what left by mail, what waits, and what became of it. */
export default function Emails() {
  const words = useI18n()
  const { t } = words
  const { long } = useDayNames()
  const filters = filtersOf(words, long)
  const list = useList({ operation: 'listEmails', orders: ['createdAt'], usual, filters })
  const acts = useActs(/Email/)
  const navigate = useNavigate()
  const start = useStart()
  const columns = useMemo(() => columnsOf(words), [words])
  const [cancelled, setCancelled] = useState<string | null>(null)
  const batchId = idIn(list.address.batch)
  const { open } = list
  return (
    <ListPage<Email>
      list={list}
      title={t('nav.emails')}
      searchHint={t('emails.search')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={nameOf}
      isOff={({ status }) => status === 'cancelled'}
      main={mayMake(newEmail, start) ? { label: t('new.email'), run: () => void navigate({ to: '/emails/compose' }) } : undefined}
      // a number is of all mails, whatever was looked for before
      above={<MailStats onGo={(filter) => list.go({ ...withoutFilters(filters), ...filter })} />}
      tools={
        batchId &&
        acts.can('emails.send') && (
          <Button variant="default" className="tool" leftSection={<Icon name="close" size={15} />} onClick={() => setCancelled(batchId)}>
            {t('emails.cancelBatch')}
          </Button>
        )
      }
      none={{ title: t('emails.none'), hint: t('emails.noneHint') }}
      panel={
        open && (
          <EmailPanel
            id={open}
            acts={acts}
            onBatch={(batch) => list.go({ batch, open: undefined, page: undefined })}
            onClose={list.close}
          />
        )
      }
    >
      {cancelled && (
        <ConfirmDialog
          title={t('emails.cancelBatchTitle')}
          confirm={t('emails.cancelBatch')}
          run={async () => {
            const { affected } = await call('cancelEmailBatch', { path: { batchId: cancelled } })
            tell(t('emails.toldCancelled', { count: affected }))
            await acts.refresh()
          }}
          onClose={() => setCancelled(null)}
        >
          <p className="dim">{t('emails.cancelBatchHint')}</p>
        </ConfirmDialog>
      )}
    </ListPage>
  )
}
