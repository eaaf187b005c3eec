import type { admins as english } from '../en/admins.ts'
import type { TextsOf } from '../plural.ts'

export const admins: TextsOf<typeof english> = {
  'admins.title': 'المشرفون',
  'admins.new': 'مشرف جديد',
  'admins.none': 'لا مشرفين بعد',
  'admins.noneHint': 'يسجل المشرفون الدخول هنا ويديرون مستأجرًا بقدر ما يسمح به دورهم.',
  'admins.name': 'الاسم',
  'admins.firstName': 'الاسم الأول',
  'admins.lastName': 'اسم العائلة',
  'admins.email': 'البريد الإلكتروني',
  'admins.username': 'اسم المستخدم',
  'admins.phone': 'الهاتف',
  'admins.role': 'الدور',
  'admins.tenant': 'المستأجر',
  'admins.status': 'الحالة',
  'admins.twoFactor': 'التحقق بخطوتين',
  'admins.seen': 'آخر دخول',
  'admins.created': 'أُنشئ',
  'admins.id': 'المعرّف',
  'admins.reason': 'السبب',
  'admins.platform': 'المنصة',
  'admins.until': 'مقفل حتى {at}',
  'admins.protected': 'محمي',

  'block.title': 'حظر {name}؟',
  'block.hint': 'تنتهي كل الجلسات فورًا. يُحفظ السبب في السجل وفي سجل التدقيق.',
  'block.confirm': 'حظر',
}
