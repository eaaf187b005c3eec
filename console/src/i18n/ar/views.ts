import type { views as english } from '../en/views.ts'
import { counted, type TextsOf } from '../plural.ts'

export const views: TextsOf<typeof english> = {
  'views.saved': 'العروض المحفوظة',
  'views.none': 'يحفظ العرض البحث والمرشحات والترتيب الظاهرة تحت اسم.',
  'views.new': 'احفظ الظاهر الآن باسم',
  'views.name': 'اسم العرض',
  'views.replace': 'استبدال',
  'views.rename': 'إعادة تسمية {name}',
  'views.delete': 'حذف {name}',
  'views.taken': 'لعرض آخر هذا الاسم.',
  'views.full': counted(
    'لا تُحفظ عروض.',
    'لا يُحفظ أكثر من عرض واحد: احذفه أولًا.',
    'لا يُحفظ أكثر من عرضين: احذف أحدهما أولًا.',
    'لا تُحفظ عروض أكثر من {count}: احذف أحدها أولًا.',
  ),
  'views.columns': 'الأعمدة',
  'views.allColumns': 'أظهر الكل',
  'views.rows': 'الصفوف',
  'views.comfortable': 'مريحة',
  'views.compact': 'متراصة',
}
