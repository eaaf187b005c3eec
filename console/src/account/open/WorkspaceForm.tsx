import { Button, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { addressOf, go, usePlace } from '../place.ts'

/** Asks for the code of the workspace, and opens the same page of it. */
export function WorkspaceForm({ page }: { page: string }) {
  const { t } = useI18n()
  const { returnTo } = usePlace()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const w = String(new FormData(event.currentTarget).get('workspace')).trim()
    if (w !== '') go(addressOf(page, { w, returnTo }))
  }
  return (
    <form className="stack" onSubmit={submit}>
      <TextInput
        name="workspace"
        label={t('signIn.workspace')}
        autoComplete="organization"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        required
        withAsterisk={false}
        autoFocus
        dir="ltr"
        size="md"
      />
      <Button type="submit" size="md" fullWidth>
        {t('account.openWorkspace')}
      </Button>
    </form>
  )
}
