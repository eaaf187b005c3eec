import type { duty as english } from '../en/duty.ts'
import type { TextsOf } from '../plural.ts'

export const duty: TextsOf<typeof english> = {
  'duty.password': 'اختر كلمة مرور جديدة',
  'duty.passwordSub': 'أُعطيت لك كلمتك الحالية أو أصبحت قديمة. لا يُفتح شيء آخر قبل تغييرها.',
  'duty.current': 'كلمة المرور الحالية',
  'duty.factor': 'إعداد التحقق بخطوتين',
  'duty.factorSub': 'مساحة عملك تطلب من الجميع خطوة ثانية.',
  'duty.scan': 'امسح الصورة بتطبيق مصادقة، أو اكتب المفتاح.',
  'duty.qr': 'صورة لتطبيق المصادقة',
  'duty.key': 'المفتاح',
  'duty.copyKey': 'انسخ المفتاح',
  'duty.start': 'ابدأ',
  'duty.late': 'لم تعد هذه الصورة صالحة. ابدأ من جديد.',
  'duty.isOn': 'التحقق بخطوتين مفعَّل الآن. احتفظ بالحساب في تطبيقك: رمزه التالي يمنحك رموزًا احتياطية.',
  'duty.confirm': 'تفعيل',
  'duty.changedBefore': 'سبق أن تغيّرت كلمة مرورك، بمحاولة سابقة أو من مكان آخر. ما كتبته الآن لم يُحفظ.',
  'duty.codes': 'رموزك الاحتياطية',
  'duty.codesSub': 'رموز احتياطية: كل رمز يفتح مرة واحدة حين لا يكون التطبيق معك. تُعرض الآن فقط.',
  'duty.saved': 'حفظتها',

  'codes.copy': 'نسخ',
  'codes.print': 'طباعة',
  'codes.download': 'تنزيل',
  'codes.done': 'تم',
  'codes.leave': 'المغادرة دون رموزك الاحتياطية؟',
  'codes.leaveHint': 'لن تُعرض مرة أخرى أبدًا. احفظها قبل أن تغادر.',
  'codes.stay': 'عُد إلى الرموز',
  'codes.leaveNow': 'غادر دونها',
}
