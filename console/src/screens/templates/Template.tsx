import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { idIn } from '../../ui/address.ts'
import { Icon } from '../../ui/Icon.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { Mark } from '../../ui/shown/Mark.tsx'
import { activeLooks } from './columns.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { TemplateMenu } from './TemplateMenu.tsx'
import { TestMail } from './TestMail.tsx'
import { useTemplateActs } from './template-acts.ts'

/** `/templates/$id`: the texts of one template beside what they look like; `new` makes one, from another where `from` says so. */
export default function Template() {
  const { t } = useI18n()
  const { id } = useParams({ strict: false }) as { id: string }
  const { from } = useSearch({ strict: false }) as { from?: string }
  const navigate = useNavigate()
  const acts = useTemplateActs()
  const [isTesting, setTesting] = useState(false)
  const isNew = id === 'new'
  const readId = isNew ? idIn(from) : id
  const query = useQuery({
    ...ask('getMessageTemplate', { path: { id: readId ?? '' } }),
    enabled: readId !== undefined,
    // what is typed is never written over by a later answer
    refetchOnWindowFocus: false,
  })
  const read = readId === undefined ? null : query.data
  const title = isNew ? t(from ? 'templates.override' : 'new.template') : read?.name
  const state = read?.isActive ? 'active' : 'inactive'
  return (
    <RecordPage
      title={title}
      kind={t('templates.one')}
      trail={[{ title: t('nav.templates'), to: '/templates' }]}
      status={
        !isNew &&
        read &&
        (read.isSystem ? (
          <span className="tag">{t('templates.builtIn')}</span>
        ) : (
          <Mark look={activeLooks[state]}>{t(`templates.is.${state}`)}</Mark>
        ))
      }
      sub={!isNew && read && <span dir="auto">{read.isSystem ? t('templates.readOnly') : (read.tenantName ?? t('name.platform'))}</span>}
      acts={
        !isNew &&
        read && (
          <>
            {read.isSystem && acts.canCreate && (
              <Button onClick={() => void navigate({ to: '/templates/new' as string, search: { from: id } as never })}>
                {t('templates.override')}
              </Button>
            )}
            {acts.canSend && (
              <Button variant="default" leftSection={<Icon name="send" size={14} />} onClick={() => setTesting(true)}>
                {t('templates.test')}
              </Button>
            )}
            <TemplateMenu
              template={read}
              acts={acts}
              onOverride={() => void navigate({ to: '/templates/new' as string, search: { from: id } as never })}
              onRemoved={() => void navigate({ to: '/templates' as string })}
            />
          </>
        )
      }
      error={query.error}
      onRetry={() => void query.refetch()}
    >
      {read !== undefined && (
        <TemplateForm
          key={`${id} ${read?.id ?? ''}`}
          read={read}
          isNew={isNew}
          acts={acts}
          onMade={(made) => void navigate({ to: `/templates/${made}` as string })}
        />
      )}
      {isTesting && read && <TestMail template={read} acts={acts} onClose={() => setTesting(false)} />}
    </RecordPage>
  )
}
