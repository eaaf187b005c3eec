import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../Icon.tsx'
import { Fault, Note } from '../Note.tsx'
import { Avatar } from '../Person.tsx'

/** What the service takes (`docs/storage.md`); said before anything is sent. */
const largest = 2 * 1024 * 1024
const kinds = ['image/jpeg', 'image/png', 'image/webp']

interface Props {
  readonly name: string
  readonly src: string | null
  /** Sends the picture, and shows the account with it. */
  upload(file: File): Promise<void>
  remove(): Promise<void>
}

/** One's own picture: put there, changed, taken away. */
export function AvatarField({ name, src, upload, remove }: Props) {
  const { t } = useI18n()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function run(work: () => Promise<void>) {
    setBusy(true)
    setError(null)
    await work().catch(setError)
    setBusy(false)
  }
  function choose(file: File | undefined) {
    const isGood = file !== undefined && file.size <= largest && kinds.includes(file.type)
    setRefused(file !== undefined && !isGood)
    if (isGood) void run(() => upload(file))
    if (input.current) input.current.value = ''
  }
  return (
    <div className="stack">
      <div className="me-avatar">
        <Avatar name={name} size={64} src={src} />
        <div className="me-avatar-acts">
          <Button variant="default" leftSection={<Icon name="upload" size={14} />} loading={isBusy} onClick={() => input.current?.click()}>
            {t('me.upload')}
          </Button>
          {src !== null && (
            <Button variant="subtle" color="gray" disabled={isBusy} onClick={() => void run(remove)}>
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
