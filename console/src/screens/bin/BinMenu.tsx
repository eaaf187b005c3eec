import { ActionIcon, Menu } from '@mantine/core'
import type { Start } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { copy } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type Entry, mayErase, mayRestore } from './entry.ts'

interface Props {
  readonly entry: Entry
  readonly can: Start['can']
  onRestore(): void
  onErase(): void
}

/** What can't come back says why, in the place where it would. */
export function BinMenu({ entry, can, onRestore, onErase }: Props) {
  const { t } = useI18n()
  const { displayName, reason, canRestore } = entry
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('list.more', { name: displayName })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {reason && <Menu.Label>{t(`bin.${reason}.why`)}</Menu.Label>}
        {mayRestore(can, entry) && (
          <Menu.Item leftSection={<Icon name="restore" size={15} />} disabled={!canRestore} onClick={onRestore}>
            {t('bin.restore')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="copy" size={15} />} onClick={() => void copy(entry.id, t('told.copied'))}>
          {t('act.copyId')}
        </Menu.Item>
        {mayErase(can, entry) && (
          <>
            <Menu.Divider />
            <Menu.Item className="danger" leftSection={<Icon name="bin" size={15} />} onClick={onErase}>
              {t('bin.erase')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
