import type { acting as english } from '../en/acting.ts'
import type { TextsOf } from '../plural.ts'

export const acting: TextsOf<typeof english> = {
  'acting.menu': 'العمل باسمه…',
  'acting.notNow': 'ليس باسمك أنت، ولا باسم حساب محمي أو محظور أو غير نشط.',
  'acting.ask': 'العمل باسم مشرف آخر',
  'acting.hint': 'لساعة واحدة على الأكثر، وفي هذا التبويب وحده. يذكرك سجل التدقيق إلى جانبه.',
  'acting.reasonHint': 'يُحفظ في سجل التدقيق: رقم طلب مثلًا.',
  'acting.begin': 'ابدأ العمل باسمه',
  'acting.cancel': 'العودة إلى حسابك',
  'acting.label': 'العمل باسم مشرف آخر',
  'acting.bar': 'تعمل الآن باسم {name}',
  'acting.stop': 'أوقف ذلك',
  'acting.title': 'باسم {name}: {title}',
  'acting.ended': 'لم تعد تعمل باسم هذا المشرف',
  'acting.endedHint': 'انتهت الساعة، أو انتهت جلستك أو جلسته.',
  'acting.again': 'ابدأ من جديد',
  'acting.theirs': 'تعمل باسم هذا المشرف: ما يحمي حسابه لا يغيّره سواه.',
  'acting.phone': 'ليس أثناء العمل باسم هذا المشرف.',
}
