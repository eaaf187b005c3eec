import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { useSending } from '../form/use-sending.ts'
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
  /** Not there where only who they are of takes it away. */
  remove?(): Promise<void>
}

/** The picture of an account: put there, changed, taken away. */
export function AvatarField({ name, src, upload, remove }: Props) {
  const { t } = useI18n()
  const input = useRef<HTMLInputElement>(null)
  const [isRefused, setRefused] = useState(false)
  const sending = useSending()
  const { isBusy, wait, run } = sending
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
        <div className="me-acts">
          <Button
            variant="default"
            leftSection={<Icon name="upload" size={14} />}
            loading={isBusy}
            disabled={wait > 0}
            onClick={() => input.current?.click()}
          >
            {t('me.upload')}
          </Button>
          {src !== null && remove && (
            <Button variant="subtle" color="gray" disabled={isBusy || wait > 0} onClick={() => void run(remove)}>
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
      <Fault {...sending} />
    </div>
  )
}
