import type { admins as english } from '../en/admins.ts'
import type { TextsOf } from '../plural.ts'

export const admins: TextsOf<typeof english> = {
  'admins.none': 'لا مشرفين بعد',
  'admins.noneHint': 'يسجل المشرفون الدخول هنا ويديرون مستأجرًا بقدر ما يسمح به دورهم.',
  'admins.protected': 'محمي',

  'block.title': 'حظر {name}؟',
  'block.hint': 'تنتهي كل الجلسات فورًا. يُحفظ السبب في السجل وفي سجل التدقيق.',
  'block.confirm': 'حظر',

  'admins.group': 'المجموعة',
  'admins.groups': 'المجموعات',
  'panel.sessions': 'الجلسات',
  'act.protect': 'حماية الحساب',
  'act.unprotect': 'إنهاء الحماية',
  'told.protected': '{name} محمي الآن',
  'told.unprotected': 'لم يعد {name} محميًا',

  'access.resetAdminPassword.menu': 'إعادة تعيين كلمة المرور…',
  'access.resetAdminTwoFactor.menu': 'إزالة التحقق بخطوتين…',
  'access.endSessionsOfAdmin.menu': 'إنهاء كل الجلسات…',

  'transfer.menu': 'تسليم دور SuperAdmin…',

  'admins.sessions.none': 'لم يسجل الدخول في أي مكان',
  'admins.sessions.endAll': 'إنهاء كل الجلسات',
}
