import { Textarea } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Segments } from '../../ui/Segments.tsx'

interface Props {
  readonly file: File | null
  readonly text: string
  readonly way: 'file' | 'text'
  readonly isOff: boolean
  onFile(file: File): void
  onText(text: string): void
  onWay(way: 'file' | 'text'): void
}

/** Lines from a file that is chosen or dropped, or as they are pasted. */
export function ImportFile({ file, text, way, isOff, onFile, onText, onWay }: Props) {
  const { t, number } = useI18n()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && !isOff) onFile(dropped)
  }
  return (
    <>
      <Segments
        label={t('import.way')}
        value={way}
        options={[
          { value: 'file', label: t('import.file') },
          { value: 'text', label: t('import.text') },
        ]}
        onChange={onWay}
      />
      {way === 'file' ? (
        <label
          className="import-drop"
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <input
            type="file"
            className="sr"
            accept=".ndjson,.jsonl,.json,.txt"
            disabled={isOff}
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? []
              if (chosen) onFile(chosen)
              // or the same file, mended, would be no change when it is chosen again
              event.currentTarget.value = ''
            }}
          />
          <Icon name="upload" size={20} />
          {file ? (
            <>
              <b className="cut" dir="auto">
                {file.name}
              </b>
              <small>{t('import.size', { size: number(Math.ceil(file.size / 1024)) })}</small>
            </>
          ) : (
            <>
              <b>{t('import.drop')}</b>
              <small>{t('import.dropHint')}</small>
            </>
          )}
        </label>
      ) : (
        <Textarea
          label={t('import.paste')}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          rows={8}
          dir="ltr"
          spellCheck={false}
          disabled={isOff}
          classNames={{ input: 'mono' }}
          placeholder={'{"email":"lina@acme.example","firstName":"Lina"}'}
        />
      )}
    </>
  )
}
