import type { acting as english } from '../en/acting.ts'
import type { TextsOf } from '../plural.ts'

export const acting: TextsOf<typeof english> = {
  'acting.menu': 'العمل باسمه…',
  'acting.phone': 'ليس أثناء العمل باسم هذا المشرف.',
  'acting.notNow': 'ليس باسمك أنت، ولا باسم حساب محمي أو محظور أو غير نشط.',
  'acting.cancel': 'العودة إلى حسابك',
  'acting.label': 'العمل باسم مشرف آخر',
  'acting.bar': 'تعمل الآن باسم {name}',
  'acting.stop': 'أوقف ذلك',
  'acting.title': 'باسم {name}: {title}',
  'acting.ended': 'لم تعد تعمل باسم هذا المشرف',
  'acting.endedHint': 'انتهت الساعة، أو انتهت جلستك أو جلسته.',
  'acting.again': 'ابدأ من جديد',
}
