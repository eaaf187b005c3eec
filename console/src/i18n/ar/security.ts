import type { security as english } from '../en/security.ts'
import { counted, type TextsOf } from '../plural.ts'

export const security: TextsOf<typeof english> = {
  'security.now': 'الآن',
  'security.failures': 'مرات الفشل في آخر 24 ساعة',
  'security.lockedNow': 'حسابات مقفلة',
  'security.attackers': 'عناوين فشلت عشر مرات',
  'security.overTime': 'محاولات الدخول الفاشلة',
  'security.failed': 'فشلت',
  'security.overTimeLabel': counted(
    'محاولات الدخول الفاشلة يومًا بيوم: لا محاولات من {from} إلى {to}.',
    'محاولات الدخول الفاشلة يومًا بيوم: محاولة واحدة من {from} إلى {to}.',
    'محاولات الدخول الفاشلة يومًا بيوم: محاولتان من {from} إلى {to}.',
    'محاولات الدخول الفاشلة يومًا بيوم: {count} من {from} إلى {to}.',
  ),
  'security.locked.admins': 'مشرفون مقفلون',
  'security.locked.users': 'مستخدمون مقفلون',
  'security.noneLocked': 'لا حساب مقفل.',
  'security.moreLocked': counted('ولا غير ذلك.', 'وواحد آخر.', 'واثنان آخران.', 'و{count} غيرهم.'),
  'security.unlock': 'فتح قفل {name}',
  'security.seeAll': 'عرض في القائمة',
  'security.recent': 'أحدث حالات الفشل والرفض',
  'security.recentHint': 'في آخر 30 يومًا',
  'security.noRecent': 'لم يفشل شيء ولم يُرفض.',
}
