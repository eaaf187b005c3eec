import { Button } from '@mantine/core'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { bytesOf } from '../../ui/bytes.ts'
import { saveAs } from '../../ui/download.ts'
import { At, Copyable, Fact, Facts } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { tellFault } from '../../ui/toasts.tsx'
import type { StoredFile } from './file.ts'
import { fileNameIn } from './file-name.ts'

interface Props {
  readonly file: StoredFile
  readonly onDelete: ((file: StoredFile) => void) | undefined
  onClose(): void
}

/** One file beside the list, as far as the list knows it: there is no more to tell than what stands there. */
export function FilePanel({ file, onDelete, onClose }: Props) {
  const words = useI18n()
  const { t } = words
  const { id } = file
  const download = async () => {
    const response = await call('getFile', { path: { id } })
    saveAs(await response.blob(), fileNameIn(response.headers.get('content-disposition')) ?? file.fileName)
  }
  return (
    <SidePanel
      id={id}
      title={file.fileName}
      sub={<bdi dir="ltr">{file.contentType}</bdi>}
      acts={
        <>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="download" size={14} />}
            onClick={() => void download().catch(tellFault)}
          >
            {t('files.open')}
          </Button>
          <span className="grow" />
          {onDelete && (
            <Button variant="default" size="xs" leftSection={<Icon name="bin" size={14} />} onClick={() => onDelete(file)}>
              {t('files.delete')}
            </Button>
          )}
        </>
      }
      onRetry={() => {}}
      onClose={onClose}
    >
      <Facts>
        <Fact label={t('files.size')}>{bytesOf(file.size, words)}</Fact>
        {file.width !== null && file.height !== null && (
          <Fact label={t('files.kind')}>
            <bdi>{t('files.pixels', { width: file.width, height: file.height })}</bdi>
          </Fact>
        )}
        <Fact label={t('files.access')}>{t(file.isPublic ? 'files.public' : 'files.private')}</Fact>
        {file.isPublic && (
          <Fact label={t('files.address')}>
            <Copyable text={new URL(file.url, location.origin).href} label={t('files.copyAddress')} />
          </Fact>
        )}
        <Fact label={t('fact.tenant')}>
          <bdi>{file.tenantId === null ? t('name.platform') : file.tenantName}</bdi>
        </Fact>
        <Fact label={t('files.by')}>{file.uploadedByName && <bdi>{file.uploadedByName}</bdi>}</Fact>
        <Fact label={t('files.at')}>
          <At at={file.createdAt} />
        </Fact>
        <Fact label={t('files.checksum')}>
          <Copyable text={file.checksum} label={t('files.copyChecksum')} />
        </Fact>
      </Facts>
    </SidePanel>
  )
}
