import type { I18n } from '../../i18n/i18n.tsx'

/** A field that can be hidden, in words; one that the service learned since, by its own name. */
export function fieldTitle(field: string, { t }: Pick<I18n, 't'>): string {
  if (field === 'email') return t('rights.field.email')
  if (field === 'phoneNumber') return t('rights.field.phoneNumber')
  return field
}
