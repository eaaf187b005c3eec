import type { I18n } from '../../i18n/i18n.tsx'
import { Ago } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { TenantCell } from '../../ui/shown/TenantCell.tsx'
import type { StoredFile } from './file.ts'

/** @param bytes a size as people read it */
export const columnsOf = ({ t }: Pick<I18n, 't'>, bytes: (size: number) => string): Column<StoredFile>[] => [
  {
    key: 'name',
    title: t('fact.name'),
    isPrimary: true,
    cell: ({ fileName, contentType }) => (
      <span className="who">
        <span>
          <b className="cut" dir="auto" title={fileName}>
            {fileName}
          </b>
          <small className="cut" dir="ltr">
            {contentType}
          </small>
        </span>
      </span>
    ),
  },
  { key: 'size', title: t('files.size'), width: '100px', cell: ({ size }) => bytes(size) },
  {
    key: 'access',
    title: t('files.access'),
    width: '110px',
    cell: ({ isPublic }) => (
      <span className="status" data-tone={isPublic ? 'amber' : 'grey'} data-quiet={!isPublic || undefined}>
        <Icon name={isPublic ? 'language' : 'locked'} size={14} />
        {t(isPublic ? 'files.public' : 'files.private')}
      </span>
    ),
  },
  {
    key: 'tenant',
    title: t('fact.tenant'),
    width: '20%',
    cell: ({ tenantId, tenantName }) => <TenantCell tenantId={tenantId} tenantName={tenantName} />,
  },
  { key: 'at', title: t('files.at'), sort: 'createdAt', width: '130px', cell: ({ createdAt }) => <Ago at={createdAt} /> },
]
