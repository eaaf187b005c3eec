import type { accountOwn as english } from '../en/account-own.ts'
import type { TextsOf } from '../plural.ts'

export const accountOwn: TextsOf<typeof english> = {
  'own.unproved': 'غير مؤكَّد',
  'own.proved': 'مؤكَّد',
  'own.prove': 'تأكيد…',
  'own.phoneTitle': 'أكّد رقم هاتفك',
  'own.phoneSub': 'نرسل ستة أرقام في رسالة نصية إلى {number}.',
  'own.phoneNone': 'ضع رقمك في ملفك الشخصي أولًا.',
  'own.phoneSent': 'إن كان يمكن إرسال الرسائل النصية إلى هذا الرقم فالرمز في طريقه إليك.',
  'own.phoneRefused': 'لا نستطيع إرسال رسالة نصية إلى هذا الرقم. ضع رقمًا آخر في ملفك الشخصي.',
  'own.phoneDone': 'تأكّد رقم هاتفك',
  'own.noPassword': 'ليست لديك كلمة مرور بعد؟',
  'own.choosePassword': 'اخترها عبر البريد',
  'own.others': 'سجّل شخص آخر الدخول من هذا المتصفح. أصبحت هذه الصفحة له.',
  'own.notesHint': 'ما أُبلغت به، الأحدث أولًا.',
  'own.older': 'الأقدم',
}
