import { useMemo, useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useElsewhere } from '../../shell/Whose.tsx'
import { useActs } from '../../ui/acts.ts'
import { bytesOf } from '../../ui/bytes.ts'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { useOpened } from '../../ui/form/use-opened.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/list.ts'
import type { Filter } from '../../ui/list/list-filters.ts'
import { tell } from '../../ui/toasts.tsx'
import { columnsOf } from './columns.tsx'
import { FilePanel } from './FilePanel.tsx'
import type { StoredFile } from './file.ts'
import { fileTypes } from './file-kinds.ts'
import { UploadDialog } from './UploadDialog.tsx'

const usual = { by: 'createdAt', direction: 'desc' } as const

/** `/files`: pictures and documents of the tenants in scope. */
export default function Files() {
  const words = useI18n()
  const { t } = words
  const acts = useActs(/File|Dashboard/)
  const off = useElsewhere()
  const [deleted, setDeleted] = useState<StoredFile | null>(null)
  const filters: Filter[] = [
    {
      key: 'access',
      title: t('files.access'),
      options: (['public', 'private'] as const).map((value) => ({
        value,
        label: t(`files.${value}`),
        text: t(`files.${value}`),
        query: { isPublic: value === 'public' },
      })),
    },
    {
      key: 'kind',
      title: t('files.kind'),
      options: fileTypes.map((value) => ({ value, label: <bdi dir="ltr">{value}</bdi>, text: value, query: { contentType: value } })),
    },
  ]
  const list = useList({ operation: 'listFiles', orders: ['createdAt'], usual, filters })
  const columns = useMemo(() => columnsOf(words, (size) => bytesOf(size, words)), [words])
  const { open, doing, go } = list
  // there is no more to tell of a file than the list tells: one that is not on this page has no panel
  const opened = list.rows?.find(({ id }) => id === open)
  const isUploading = useOpened(doing === 'new', acts.can('files.create'))
  const canDelete = acts.can('files.delete') === true
  return (
    <ListPage<StoredFile>
      list={list}
      title={t('nav.files')}
      searchHint={t('files.search')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ fileName }) => fileName}
      main={acts.can('files.create') ? { label: t('files.upload'), off, run: () => go({ do: 'new' }) } : undefined}
      none={{ title: t('files.none'), hint: t('files.noneHint') }}
      onKey={(key, file) => key === 'Delete' && canDelete && setDeleted(file)}
      panel={opened && <FilePanel file={opened} onDelete={canDelete ? setDeleted : undefined} onClose={list.close} />}
    >
      {isUploading && <UploadDialog onDone={() => void acts.refresh()} onClose={() => go({ do: undefined })} />}
      {deleted && (
        <ConfirmDialog
          title={t('files.deleteTitle', { name: deleted.fileName })}
          confirm={t('files.deleteConfirm')}
          typed={deleted.fileName}
          onClose={() => setDeleted(null)}
          run={async () => {
            await call('deleteFile', { path: { id: deleted.id } })
            tell(t('told.deleted', { name: deleted.fileName }))
            go({ open: undefined })
            await acts.refresh()
          }}
        >
          <p className="dim">{t('files.deleteHint')}</p>
        </ConfirmDialog>
      )}
    </ListPage>
  )
}
