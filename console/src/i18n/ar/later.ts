import type { later as english } from '../en/later.ts'
import { counted, type TextsOf } from '../plural.ts'

export const later: TextsOf<typeof english> = {
  'preview.title': 'معاينة',
  'preview.view': 'العرض',
  'preview.view.wide': 'عريض',
  'preview.view.phone': 'هاتف',
  'preview.view.text': 'نص',
  'preview.ground': 'الخلفية',
  'preview.ground.light': 'فاتحة',
  'preview.ground.dark': 'داكنة',
  'preview.stale': 'السطر {line} غير صحيح بعد: هذا هو النص السابق.',
  'preview.noSubject': 'بلا موضوع',
  'preview.filled': 'تظهر بمثال أو باسمها:',

  'bars.table': 'عرض كجدول',
  'bars.when': 'الوقت',
  'record.trail': 'مكان هذا السجل',
  'record.tabs': 'أقسام هذا السجل',
  'chart.day': 'اليوم',
  'chart.asTable': '{name} في جدول',
  'chart.csv': 'تنزيل {name} بصيغة CSV',

  'size.byte': counted('{count} بايت', 'بايت واحد', 'بايتان', '{count} بايت'),
  'size.kilobyte': '{count} كيلوبايت',
  'size.megabyte': '{count} ميغابايت',
  'size.gigabyte': '{count} غيغابايت',
  'size.terabyte': '{count} تيرابايت',

  'acting.ask': 'العمل باسم مشرف آخر',
  'acting.hint': 'لساعة واحدة على الأكثر، وفي هذا التبويب وحده. يذكرك سجل التدقيق إلى جانبه.',
  'acting.reasonHint': 'يُحفظ في سجل التدقيق: رقم طلب مثلًا.',
  'acting.begin': 'ابدأ العمل باسمه',
  'acting.theirs': 'تعمل باسم هذا المشرف: ما يحمي حسابه لا يغيّره سواه.',
  'diff.before': 'كما كان',
  'diff.same': counted('لا سطور متطابقة', 'سطر واحد متطابق', 'سطران متطابقان', 'سطور متطابقة: {count}'),
  'diff.left': counted('لا سطور مختلفة أخرى', 'وسطر واحد مختلف آخر', 'وسطران مختلفان آخران', 'سطور مختلفة أخرى: {count}'),
}
