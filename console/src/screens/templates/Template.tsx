import { Button } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useReadAnew } from '../../api/read-anew.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { idIn } from '../../ui/address.ts'
import { Failed } from '../../ui/Failed.tsx'
import { isStillAt } from '../../ui/form/still-at.ts'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { ActButton } from '../../ui/shown/ActButton.tsx'
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
  const { known, error, retry, ...anew } = useReadAnew(ask('getMessageTemplate', { path: { id: readId ?? '' } }), readId !== undefined)
  const read = readId === undefined ? null : anew.read
  const title = isNew ? t(from ? 'templates.override' : 'new.template') : known?.name
  const state = known?.isActive ? 'active' : 'inactive'
  return (
    <RecordPage
      title={title}
      kind={t('templates.one')}
      trail={[{ title: t('nav.templates'), to: '/templates' }]}
      status={
        !isNew &&
        known &&
        (known.isSystem ? (
          <span className="tag">{t('templates.builtIn')}</span>
        ) : (
          <Mark look={activeLooks[state]}>{t(`templates.is.${state}`)}</Mark>
        ))
      }
      sub={!isNew && known && <span dir="auto">{known.isSystem ? t('templates.readOnly') : (known.tenantName ?? t('name.platform'))}</span>}
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
              <ActButton icon="send" whyNot={read.isActive ? null : t('templates.testOff')} run={() => setTesting(true)}>
                {t('templates.test')}
              </ActButton>
            )}
            <TemplateMenu
              template={read}
              acts={acts}
              onOverride={() => void navigate({ to: '/templates/new' as string, search: { from: id } as never })}
              onRemoved={() => void (isStillAt(`/templates/${id}`) && navigate({ to: '/templates' as string }))}
            />
          </>
        )
      }
      error={error}
      onRetry={retry}
    >
      {read === undefined && error && <Failed error={error} onRetry={retry} />}
      {read !== undefined && (
        <TemplateForm
          key={`${id} ${read?.id ?? ''}`}
          read={read}
          isNew={isNew}
          acts={acts}
          // from what was made the way back leads to no form of it
          onMade={(made) => void navigate({ to: `/templates/${made}` as string, replace: true })}
        />
      )}
      {isTesting && read && <TestMail template={read} acts={acts} onClose={() => setTesting(false)} />}
    </RecordPage>
  )
}
