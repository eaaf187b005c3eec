import type { matrix as english } from '../en/matrix.ts'
import { counted, type TextsOf } from '../plural.ts'

const ofAll = '{count} من {all}'

export const matrix: TextsOf<typeof english> = {
  'rights.search': 'ابحث في الصلاحيات',
  'rights.only': 'الصلاحيات المعروضة',
  'rights.all': 'الكل',
  'rights.onlyGiven': 'الممنوحة ({count})',
  'rights.onlyChanged': 'المعدلة ({count})',
  'rights.given': 'ممنوحة',
  'rights.permission': 'الصلاحية',
  'rights.hiddenFields': 'الحقول المخفية',
  'rights.hiddenHint': 'من ينال هذه الصلاحية من هنا لا يرى هذه الحقول ولا يبحث فيها ولا يعدلها.',
  'rights.hiddenOf': '{name}: الحقول المخفية {fields}',
  'rights.noneHiddenOf': '{name}: لا شيء مخفي',
  'rights.noneHidden': 'لا شيء',
  'rights.category': 'كل صلاحيات {name}',
  'rights.ofAll': counted(ofAll, ofAll, ofAll, ofAll),
  'rights.added': 'أُضيفت',
  'rights.removed': 'أُزيلت',
  'rights.changed': 'تغيرت الحقول',
  'rights.shows': 'تُظهر {fields} من جديد',
  'why.effect.gives': 'يمنح',
  'why.effect.withholds': 'يمنع',
  'why.effect.restricts': 'يخفي حقولًا',
}
