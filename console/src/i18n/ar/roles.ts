import type { roles as english } from '../en/roles.ts'
import { counted, type TextsOf } from '../plural.ts'

const ofAll = '{count} من {all}'

export const roles: TextsOf<typeof english> = {
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
  'rights.noneHiddenOf': '{name}: لا حقل مخفيًا',
  'rights.noneHidden': 'لا شيء',
  'rights.category': 'كل صلاحيات {name}',
  'rights.ofAll': counted(ofAll, ofAll, ofAll, ofAll),
  'rights.added': 'أُضيفت',
  'rights.removed': 'أُزيلت',
  'rights.changed': 'تغيرت الحقول',
  'rights.hides': 'تخفي {fields}',
  'rights.shows': 'تُظهر {fields} من جديد',
  'rights.field.email': 'البريد الإلكتروني',
  'rights.field.phoneNumber': 'الهاتف',
}
