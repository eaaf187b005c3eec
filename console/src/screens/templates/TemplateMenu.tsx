import { ActionIcon, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useI18n } from '../../i18n/i18n.tsx'
import { copy } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
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
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('list.more', { name: template.name })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onOpen && (
          <Menu.Item leftSection={<Icon name={isSystem || !acts.canUpdate ? 'template' : 'pencil'} size={15} />} onClick={onOpen}>
            {t(isSystem || !acts.canUpdate ? 'templates.open' : 'act.edit')}
          </Menu.Item>
        )}
        {isSystem && acts.canCreate && (
          <Menu.Item leftSection={<Icon name="pencil" size={15} />} onClick={onOverride}>
            {t('templates.override')}
          </Menu.Item>
        )}
        {!isSystem && isActive && acts.canSend && (
          <Menu.Item
            leftSection={<Icon name="mail" size={15} />}
            onClick={() => void navigate({ to: '/emails/compose', search: { template: template.id } as never })}
          >
            {t('templates.write')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="copy" size={15} />} onClick={() => void copy(template.id, t('told.copied'))}>
          {t('act.copyId')}
        </Menu.Item>
        {!isSystem && acts.canUpdate && (
          <Menu.Item
            leftSection={<Icon name={isActive ? 'inactive' : 'active'} size={15} />}
            onClick={() => void acts.change(template, !isActive)}
          >
            {t(isActive ? 'act.deactivate' : 'act.activate')}
          </Menu.Item>
        )}
        {!isSystem && acts.canDelete && (
          <>
            <Menu.Divider />
            <Menu.Item
              className="danger"
              leftSection={<Icon name={code === null ? 'bin' : 'reset'} size={15} />}
              onClick={() => void acts.remove(template).then((isDone) => isDone && onRemoved?.())}
            >
              {t(code === null ? 'act.delete' : 'templates.reset')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
