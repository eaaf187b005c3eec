import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useI18n } from '../i18n/i18n.tsx'
import { SignInForm } from '../ui/sign-in/SignInForm.tsx'

/** The session has ended while somebody worked: what was typed stays behind this. For somebody else the page begins anew (`api/whose.ts`). */
export function SignInAgain() {
  const { t } = useI18n()
  const cache = useQueryClient()
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false} title={t('signIn.again')}>
      <p className="dim">{t('signIn.ended')}</p>
      <SignInForm onDone={() => void cache.invalidateQueries()} />
    </Modal>
  )
}
