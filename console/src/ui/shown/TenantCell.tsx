import { useI18n } from '../../i18n/i18n.tsx'

interface Props {
  readonly tenantId: string | null
  readonly tenantName?: string | null | undefined
}

/** Whose a row is. */
export function TenantCell({ tenantId, tenantName }: Props) {
  const { t } = useI18n()
  return (
    <span className="dim cut" dir="auto" title={tenantName ?? undefined}>
      {tenantId === null ? t('name.platform') : tenantName}
    </span>
  )
}
