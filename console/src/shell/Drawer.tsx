import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useI18n } from '../i18n/i18n.tsx'

/** The menu where there is no room beside the screen. */
export function Drawer({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const { t, language } = useI18n()
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      classNames={{ inner: 'drawer-inner', content: 'drawer' }}
      transitionProps={{ transition: language === 'ar' ? 'slide-left' : 'slide-right', duration: 160 }}
      title={<span className="sr">{t('nav.label')}</span>}
    >
      <div className="side in-drawer">{children}</div>
    </Modal>
  )
}
