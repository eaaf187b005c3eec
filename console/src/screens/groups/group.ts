/** What the screens of groups know of one. */
import type { Reply } from '../../api/client.ts'
import type { I18n } from '../../i18n/i18n.tsx'

export type Group = Reply<'getUserGroup'>
export type BulkResult = Reply<'deleteUserGroups'>

/** In the language of the page, where the group has a name in it. */
export const nameOf = ({ nameEn, nameAr }: Pick<Group, 'nameEn' | 'nameAr'>, { language }: Pick<I18n, 'language'>): string =>
  (language === 'ar' && nameAr) || nameEn
