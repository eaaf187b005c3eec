import { Button, Checkbox, Modal } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { OwnAlone } from '../../shell/Whose.tsx'
import { useTold } from '../../ui/fault.ts'
import { useLeaving } from '../../ui/form/LeaveGuard.tsx'
import { useIsGone } from '../../ui/form/use-sending.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Wait } from '../../ui/Note.tsx'
import { fileEndings } from './file-kinds.ts'

type State = 'waiting' | 'sending' | 'done' | { readonly error: unknown }
interface Upload {
  readonly file: File
  /** As was chosen when it was given: whoever tries again chose nothing else for it. */
  readonly isPublic: boolean
  readonly state: State
}

/** Files go one after the other; one that is refused says why, and keeps none of the others. It stays open until the last one is told. */
export function UploadDialog({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  const { t } = useI18n()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [isPublic, setPublic] = useState(false)
  const [isOver, setOver] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // whoever left sends no more: nobody would tell them what was refused, and the page may be somebody else's by then
  const isLeft = useIsGone()
  const mark = (file: File, state: State) => setUploads((before) => before.map((one) => (one.file === file ? { ...one, state } : one)))
  async function send(given: readonly Upload[]) {
    for (const { file, isPublic } of given) {
      if (isLeft.current) break
      mark(file, 'sending')
      await call('uploadFile', { body: { file, isPublic } }).then(
        () => mark(file, 'done'),
        (error: unknown) => mark(file, { error }),
      )
    }
    onDone()
  }
  const take = (given: FileList | null) => {
    const added = [...(given ?? [])].map((file): Upload => ({ file, isPublic, state: 'waiting' }))
    setUploads((before) => [...before, ...added])
    void send(added)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const isBusy = uploads.some(({ state }) => state === 'sending' || state === 'waiting')
  const { isAsking, question } = useLeaving(() => isBusy, {
    title: t('files.leave'),
    hint: t('files.leaveHint'),
    discard: t('files.leaveNow'),
    stay: t('files.stay'),
  })
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        closeOnClickOutside={!isBusy}
        // Escape answers the question alone
        closeOnEscape={!isBusy && !isAsking}
        title={t('files.upload')}
        closeButtonProps={{ 'aria-label': t('act.close'), disabled: isBusy }}
      >
        <div className="stack">
          <OwnAlone />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button beside it is the first */}
          <div
            className="drop"
            data-over={isOver || undefined}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={onDrop}
          >
            <Icon name="upload" size={20} />
            <p>{t('files.drop')}</p>
            <Button variant="default" size="xs" onClick={() => field.current?.click()} data-autofocus>
              {t('files.choose')}
            </Button>
            <input
              ref={field}
              type="file"
              multiple
              hidden
              accept={fileEndings}
              aria-label={t('files.choose')}
              onChange={(event) => {
                take(event.currentTarget.files)
                event.currentTarget.value = ''
              }}
            />
          </div>
          <p className="dim">{t('files.limit')}</p>
          <Checkbox
            label={t('files.isPublic')}
            checked={isPublic}
            disabled={isBusy}
            onChange={(event) => setPublic(event.currentTarget.checked)}
          />
          <ul className="rights" aria-live="polite">
            {uploads.map(({ state, ...upload }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice, and none is taken away
              <li key={at}>
                <bdi className="cut">{upload.file.name}</bdi>
                <small>{t(upload.isPublic ? 'files.public' : 'files.private')}</small>
                {typeof state === 'object' ? (
                  <Failure error={state.error} onRetry={() => void send([{ ...upload, state }])} />
                ) : (
                  <small>{t(`files.${state}`)}</small>
                )}
              </li>
            ))}
          </ul>
          <div className="acts">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {t('act.close')}
            </Button>
          </div>
        </div>
      </Modal>
      {question}
    </>
  )
}

/** Why one was refused; it is tried again alone, and not before the service says so. */
function Failure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useI18n()
  const { told, wait } = useTold(error)
  return (
    <>
      <small data-tone="red">
        {told?.text}
        <Wait seconds={told?.waitSeconds ?? null} left={wait} />
      </small>
      <Button variant="default" size="compact-xs" disabled={wait > 0} onClick={onRetry}>
        {t('files.again')}
      </Button>
    </>
  )
}
