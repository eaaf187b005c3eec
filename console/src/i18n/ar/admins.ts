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
  'access.resetAdminPassword.title': 'إعادة تعيين كلمة مرور {name}؟',
  'access.resetAdminPassword.hint':
    'تُرسل كلمة مرور مؤقتة بالبريد. لا تعود الكلمة الحالية صالحة، وتنتهي كل الجلسات، وتُطلب كلمة جديدة عند الدخول.',
  'access.resetAdminPassword.confirm': 'إعادة التعيين',
  'access.resetAdminPassword.done': 'كلمة مرور مؤقتة في طريقها إلى {name}',
  'access.resetAdminTwoFactor.menu': 'إزالة التحقق بخطوتين…',
  'access.resetAdminTwoFactor.title': 'إزالة العامل الثاني لـ{name}؟',
  'access.resetAdminTwoFactor.hint': 'تكفي كلمة المرور وحدها بعد ذلك حتى يُعد عامل ثانٍ جديد. تأكد من أن صاحب الحساب نفسه هو من طلب ذلك.',
  'access.resetAdminTwoFactor.confirm': 'إزالة',
  'access.resetAdminTwoFactor.done': 'لم يعد لدى {name} عامل ثانٍ',
  'access.endSessionsOfAdmin.menu': 'إنهاء كل الجلسات…',
  'access.endSessionsOfAdmin.title': 'إنهاء كل جلسات {name}؟',
  'access.endSessionsOfAdmin.hint': 'يُسجَّل خروجه من كل مكان فورًا، ويمكنه الدخول من جديد.',
  'access.endSessionsOfAdmin.confirm': 'إنهاء الكل',
  'access.endSessionsOfAdmin.done': 'سُجّل خروج {name} من كل مكان',

  'transfer.menu': 'تسليم دور SuperAdmin…',
  'transfer.title': 'جعل {name} هو SuperAdmin؟',
  'transfer.lose': 'ستفقد هذا الدور.',
  'transfer.hint': 'لا يوجد إلا SuperAdmin واحد. سيصبح {name} هو صاحبه، ولن يعيده إليك أحد سواه.',
  'transfer.password': 'كلمة مرورك أنت',
  'transfer.confirm': 'تسليم',
  'transfer.done': 'أصبح {name} هو SuperAdmin',

  'admins.sessions.none': 'لم يسجل الدخول في أي مكان',
  'admins.sessions.endAll': 'إنهاء كل الجلسات',
}
