import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/list.ts'
import { columnsOf, filtersOf } from './columns.tsx'
import { TemplateMenu } from './TemplateMenu.tsx'
import type { ListedTemplate } from './template.ts'
import { useTemplateActs } from './template-acts.ts'

const usual = { by: 'createdAt', direction: 'desc' } as const

/** `/templates`: what mails look like, one's own and those that come with the service. */
export default function Templates() {
  const words = useI18n()
  const { t } = words
  const navigate = useNavigate()
  const list = useList({
    operation: 'listMessageTemplates',
    orders: ['createdAt', 'updatedAt', 'name', 'category'],
    usual,
    filters: filtersOf(words),
  })
  const acts = useTemplateActs()
  const columns = useMemo(() => columnsOf(words), [words])
  const open = (id: string) => void navigate({ to: `/templates/${id}` as string })
  const override = (id: string) => void navigate({ to: '/templates/new' as string, search: { from: id } as never })
  return (
    <ListPage<ListedTemplate>
      list={list}
      title={t('nav.templates')}
      searchHint={t('templates.search')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      isOff={({ isActive }) => !isActive}
      main={acts.canCreate ? { label: t('new.template'), run: () => open('new') } : undefined}
      none={{ title: t('templates.none'), hint: t('templates.noneHint') }}
      menuOf={(template) => (
        <TemplateMenu template={template} acts={acts} onOpen={() => open(template.id)} onOverride={() => override(template.id)} />
      )}
      onOpen={open}
      onKey={(key, template) => {
        if (key === 'e') open(template.id)
        if (key === 'Delete' && acts.canDelete && !template.isSystem) void acts.remove(template)
      }}
    />
  )
}
