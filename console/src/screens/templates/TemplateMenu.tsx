import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useI18n } from '../../i18n/i18n.tsx'
import { Act, CopyAct, RecordMenu } from '../../ui/RecordMenu.tsx'
import { isOfService } from './service-mails.ts'
import type { ListedTemplate } from './template.ts'
import type { TemplateActs } from './template-acts.ts'

interface Props {
  readonly template: Pick<ListedTemplate, 'id' | 'name' | 'code' | 'isSystem' | 'isActive'>
  readonly acts: TemplateActs
  onOpen?(): void
  /** Writes an own one in its place. */
  onOverride(): void
  onRemoved?(): void
}

/** What can be done to one template: one that comes with the service is not changed, but another may stand in its place. */
export function TemplateMenu({ template, acts, onOpen, onOverride, onRemoved }: Props) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { isSystem, isActive, code } = template
  return (
    <RecordMenu name={template.name} width={240}>
      {onOpen && (
        <Act
          icon={isSystem || !acts.canUpdate ? 'template' : 'pencil'}
          label={t(isSystem || !acts.canUpdate ? 'templates.open' : 'act.edit')}
          onClick={onOpen}
        />
      )}
      {isSystem && acts.canCreate && <Act icon="pencil" label={t('templates.override')} onClick={onOverride} />}
      {!isSystem && isActive && acts.canSend && (
        <Act
          icon="mail"
          label={t('templates.write')}
          onClick={() => void navigate({ to: '/emails/compose', search: { template: template.id } as never })}
        />
      )}
      <CopyAct text={template.id} />
      {!isSystem && acts.canUpdate && (
        <Act
          icon={isActive ? 'inactive' : 'active'}
          label={t(isActive ? 'act.deactivate' : 'act.activate')}
          onClick={() => void acts.change(template, !isActive)}
        />
      )}
      {!isSystem && acts.canDelete && (
        <>
          <Menu.Divider />
          <Act
            icon={isOfService(code) ? 'reset' : 'bin'}
            label={t(isOfService(code) ? 'templates.reset' : 'act.delete')}
            isDanger
            onClick={() => void acts.remove(template).then((isDone) => isDone && onRemoved?.())}
          />
        </>
      )}
    </RecordMenu>
  )
}
