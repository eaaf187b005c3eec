/** What can be done to a template, each told when it is done. */
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { tell } from '../../ui/toasts.tsx'
import type { ListedTemplate } from './template.ts'

type One = Pick<ListedTemplate, 'id' | 'name'>

export function useTemplateActs() {
  const { t } = useI18n()
  const { can, refresh, run, remove } = useActs(/Template/)
  const change = (template: One, isActive: boolean, isUndo = false): Promise<boolean> =>
    run(async () => {
      await call('updateMessageTemplate', { path: { id: template.id }, body: { isActive } })
      const undo = { label: t('act.undo'), run: () => void change(template, !isActive, true) }
      tell(t(isActive ? 'templates.toldOn' : 'templates.toldOff', { name: template.name }), isUndo ? undefined : undo)
    })
  return {
    refresh,
    run,
    canCreate: can('templates.create') === true,
    canUpdate: can('templates.update') === true,
    canDelete: can('templates.delete') === true,
    canSend: can('emails.send') === true,
    change,
    remove: (template: One) =>
      remove('MessageTemplate', template.id, template.name, () => call('deleteMessageTemplate', { path: { id: template.id } })),
  }
}

export type TemplateActs = ReturnType<typeof useTemplateActs>
