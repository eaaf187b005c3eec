import type { shell as english } from '../en/shell.ts'
import type { TextsOf } from '../plural.ts'

export const shell: TextsOf<typeof english> = {
  'app.name': 'Tenantry',
  'app.skip': 'انتقل إلى المحتوى',
  'app.title': '{page} · {service}',

  'nav.label': 'القائمة الرئيسية',
  'nav.people': 'الأشخاص',
  'nav.organisation': 'المؤسسة',
  'nav.activity': 'النشاط',
  'nav.messaging': 'المراسلة',
  'nav.system': 'النظام',
  'nav.admins': 'المشرفون',

  'shell.console': 'وحدة التحكم',
  'shell.account': 'حسابك',
  'shell.menu': 'افتح القائمة',
  'shell.dark': 'المظهر الداكن',
  'shell.light': 'المظهر الفاتح',
  'shell.signOut': 'تسجيل الخروج',
  'shell.offline': 'تعذر الوصول إلى الخدمة. قد يكون ما تراه قديمًا.',
  'shell.plain': 'وصلت هذه الصفحة عبر http غير مشفر: تبقى مسجَّل الدخول حتى تغلقها أو تعيد تحميلها.',

  'fault.notFound': 'هذه الصفحة غير موجودة',
  'fault.notFoundHint': 'ربما كان العنوان خاطئًا، أو نُقل ما كان هنا.',
  'fault.forbidden': 'لا يحق لك رؤية هذه الصفحة',
  'fault.forbiddenHint': 'تحتاج إلى الصلاحية {permission}. يمكن لمن يدير دورك أن يمنحك إياها.',
  'fault.gone': 'لم يعد موجودًا هنا',
  'fault.home': 'انتقل إلى البداية',
  'fault.unexpected': 'حدث خطأ ما',
  'fault.trace': 'معرّف التتبع {id}',
  'fault.unreachable': 'تعذر الوصول إلى الخدمة. تحقق من اتصالك وحاول مجددًا.',
  'fault.wait': {
    zero: 'حاول مجددًا الآن.',
    one: 'حاول مجددًا بعد ثانية واحدة.',
    two: 'حاول مجددًا بعد ثانيتين.',
    few: 'حاول مجددًا بعد {count} ثوانٍ.',
    many: 'حاول مجددًا بعد {count} ثانية.',
    other: 'حاول مجددًا بعد {count} ثانية.',
  },
  'fault.summary': 'بعض الحقول تحتاج إلى مراجعة',
}
