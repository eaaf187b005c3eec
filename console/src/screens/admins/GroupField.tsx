import { useQueryClient } from '@tanstack/react-query'
import { useI18n } from '../../i18n/i18n.tsx'
import { GroupSelect } from '../../ui/form/GroupSelect.tsx'
import { nameKey } from '../../ui/list/RecordName.tsx'
import { useWithin } from '../../ui/within.ts'

interface Props {
  readonly value: string | undefined
  onChange(value: string | undefined): void
}

/** One of the groups of the part that is looked at, as the list shows those alone. */
export function GroupField({ value, onChange }: Props) {
  const { t, language } = useI18n()
  const cache = useQueryClient()
  return (
    <GroupSelect
      label={t('admins.group')}
      within={useWithin()}
      value={value ?? null}
      isInPopover
      onChange={(id, name) => {
        // the list of admins does not know it
        if (id !== null && name !== undefined) cache.setQueryData(nameKey('group', id, language), name)
        onChange(id ?? undefined)
      }}
    />
  )
}
