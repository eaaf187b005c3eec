import { Menu } from '@mantine/core'
import { mayRestore } from '../../api/bin-rights.ts'
import type { Start } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Act, CopyAct, RecordMenu } from '../../ui/RecordMenu.tsx'
import type { Entry } from './entry.ts'
import { mayErase } from './erase-rights.ts'

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
    <RecordMenu name={displayName} width={260}>
      {reason && <Menu.Label>{t(`bin.${reason}.why`)}</Menu.Label>}
      {mayRestore(can, entry.entityType) && <Act icon="restore" label={t('bin.restore')} isOff={!canRestore} onClick={onRestore} />}
      <CopyAct text={entry.id} />
      {mayErase(can, entry.entityType) && (
        <>
          <Menu.Divider />
          <Act icon="bin" label={t('bin.erase')} isDanger onClick={onErase} />
        </>
      )}
    </RecordMenu>
  )
}
