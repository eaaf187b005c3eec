import type { setup as english } from '../en/setup.ts'
import type { TextsOf } from '../plural.ts'

export const setup: TextsOf<typeof english> = {
  'setup.steps': 'الخطوات',
  'setup.step.password': 'كلمة المرور',
  'setup.step.twoFactor': 'التحقق بخطوتين',
  'setup.step.tenant': 'أول مستأجر',
  'setup.password': 'اختر كلمة مرورك',
  'setup.passwordSub': 'التي دخلت بها أُنشئت لبدء تشغيل الخدمة فقط.',
  'setup.factor': 'احمِ هذا الحساب',
  'setup.factorSub': 'يمكنه فعل كل شيء، فلا تكفيه كلمة مرور وحدها. تحتاج إلى تطبيق مصادقة.',
  'setup.later': 'لاحقًا',
  'setup.tenant': 'أنشئ أول مستأجر',
  'setup.tenantSub': 'عميل أو مؤسسة، مع من يديرها.',
  'setup.name': 'اسم المستأجر',
  'setup.codeHint': 'يؤخذ من الاسم',
  'setup.admin': 'مشرفه الأول',
  'setup.create': 'أنشئ المستأجر',
}
