import type { acting as english } from '../en/acting.ts'
import type { TextsOf } from '../plural.ts'

export const acting: TextsOf<typeof english> = {
  'acting.menu': 'العمل باسمه…',
  'acting.phone': 'ليس أثناء العمل باسم هذا المشرف.',
  'acting.notNow': 'ليس باسمك أنت، ولا باسم حساب محمي أو محظور أو غير نشط.',
  'acting.label': 'العمل باسم مشرف آخر',
  'acting.bar': 'تعمل الآن باسم {name}',
  'acting.stop': 'أوقف ذلك',
  'acting.title': 'باسم {name}: {title}',
}
