import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Reply } from '../api/client.ts'
import { client } from '../api/client.ts'
import { startKey } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { SignInForm } from '../ui/sign-in/SignInForm.tsx'

/** The session has ended while somebody worked: what was typed stays behind this. Somebody else begins anew. */
export function SignInAgain() {
  const { t } = useI18n()
  const cache = useQueryClient()
  const before = useRef(cache.getQueryData<Reply<'getAdminStart'>>(startKey)?.me.id)
  const done = () => {
    const { session } = client
    if (session.status === 'signed-in' && before.current && session.user.id !== before.current) return location.reload()
    void cache.invalidateQueries()
  }
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false} title={t('signIn.again')}>
      <p className="dim">{t('signIn.ended')}</p>
      <SignInForm onDone={done} />
    </Modal>
  )
}
