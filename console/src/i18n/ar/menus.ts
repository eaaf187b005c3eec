import type { menus as english } from '../en/menus.ts'
import type { TextsOf } from '../plural.ts'

export const menus: TextsOf<typeof english> = {
  'menus.hint': 'ما يراه مشرفو مستأجرك بجانب أقسام الخدمة. الظهور في القائمة ليس صلاحية.',
  'menus.new': 'عنصر جديد',
  'menus.none': 'لا عناصر بعد',
  'menus.titleEn': 'العنوان بالإنجليزية',
  'menus.titleAr': 'العنوان بالعربية',
  'menus.key': 'المفتاح',
  'menus.keyHint': 'به تسميه الأدوار',
  'menus.path': 'العنوان',
  'menus.pathHint': 'مسار في تطبيقك، /reports',
  'menus.icon': 'الأيقونة',
  'menus.permission': 'يظهر لمن يملك',
  'menus.visible': 'ظاهر',
  'menus.isHidden': 'غير ظاهر',
  'menus.parent': 'يقع تحت',
  'menus.top': 'الأعلى',
  'menus.service': 'من الخدمة',
  'menus.up': 'ارفع {name}',
  'menus.down': 'أنزل {name}',
  'menus.moved': 'نُقل {name}',
  'menus.deleteTitle': 'حذف {name}؟',
  'menus.deleteHint': 'يأخذ ما تحته مكانه.',
}
