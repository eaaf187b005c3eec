import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Fault, Note } from '../../ui/Note.tsx'
import { Avatar } from '../../ui/Person.tsx'
import { type Own, useShownProfile } from './own-profile.ts'

/** What the service takes (`docs/storage.md`); said before anything is sent. */
const largest = 2 * 1024 * 1024
const kinds = ['image/jpeg', 'image/png', 'image/webp']

export function AvatarField({ me }: { me: Own }) {
  const { t } = useI18n()
  const show = useShownProfile()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function run(work: () => Promise<Own>) {
    setBusy(true)
    setError(null)
    await work().then(show, setError)
    setBusy(false)
  }
  function choose(file: File | undefined) {
    const isGood = file !== undefined && file.size <= largest && kinds.includes(file.type)
    setRefused(file !== undefined && !isGood)
    if (isGood) void run(() => call('uploadOwnAvatar', { body: { file } }))
    if (input.current) input.current.value = ''
  }
  const remove = () =>
    run(async () => {
      await call('deleteOwnAvatar', {})
      return { ...me, avatarUrl: null }
    })
  return (
    <div className="stack">
      <div className="me-avatar">
        <Avatar name={`${me.firstName} ${me.lastName}`} size={64} src={me.avatarUrl} />
        <div className="me-avatar-acts">
          <Button variant="default" leftSection={<Icon name="upload" size={14} />} loading={isBusy} onClick={() => input.current?.click()}>
            {t('me.upload')}
          </Button>
          {me.avatarUrl !== null && (
            <Button variant="subtle" color="gray" disabled={isBusy} onClick={() => void remove()}>
              {t('me.removePicture')}
            </Button>
          )}
          <small className="dim">{t('me.pictureHint')}</small>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept={kinds.join(',')}
          aria-label={t('me.upload')}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
      </div>
      {isRefused && <Note tone="red">{t('me.pictureRefused')}</Note>}
      {error !== null && <Fault error={error} />}
    </div>
  )
}
