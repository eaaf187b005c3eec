import type { nav as english } from '../en/nav.ts'
import type { TextsOf } from '../plural.ts'

export const nav: TextsOf<typeof english> = {
  'nav.dashboard': 'لوحة المتابعة',
  'nav.files': 'الملفات',
  'nav.groups': 'المجموعات',
  'me.title': 'حسابك',
  'nav.menus': 'القوائم',
  'nav.roles': 'الأدوار',
  'nav.permissions': 'الصلاحيات',
  'nav.settings': 'الإعدادات',
  'nav.label': 'القائمة الرئيسية',
  'nav.people': 'الأشخاص',
  'nav.organisation': 'المؤسسة',
  'nav.activity': 'النشاط',
  'nav.messaging': 'المراسلة',
  'nav.system': 'النظام',
  'nav.admins': 'المشرفون',
  'nav.status': 'الحالة',
  'nav.templates': 'القوالب',
  'nav.tenants': 'المستأجرون',
  'nav.users': 'المستخدمون',
  'nav.webhooks': 'خطافات الويب',
  'nav.emails': 'الرسائل البريدية',
  'nav.notifications': 'الإشعارات',
  'nav.audit': 'سجل التدقيق',
  'nav.bin': 'سلة المحذوفات',
}
