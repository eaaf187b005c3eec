import { useI18n } from '../../i18n/i18n.tsx'
import { LinkedList } from '../../ui/own/LinkedList.tsx'
import { MePage, useIsActed } from './MePage.tsx'

export default function Linked() {
  const { t } = useI18n()
  const isActed = useIsActed()
  return (
    <MePage part="linked" isTheirsAlone>
      <LinkedList isClosed={isActed} noneHint={t('me.noLinksHint')} />
    </MePage>
  )
}
