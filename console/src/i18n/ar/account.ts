import type { account as english } from '../en/account.ts'
import type { TextsOf } from '../plural.ts'

export const account: TextsOf<typeof english> = {
  'account.unknown': 'لا توجد مساحة عمل بهذا الرمز. اطلب الرمز الصحيح ممن أعطاك العنوان.',
  'account.which': 'أي مساحة عمل؟ تجد رمزها في العنوان أو الدعوة التي وصلتك.',
  'account.openWorkspace': 'افتح',
  'account.suspended': 'مساحة العمل هذه مغلقة حاليًا. لا يستطيع أحد الدخول إليها ولا التسجيل فيها.',
  'account.away': 'لا نستطيع الوصول إلى الخدمة، فقد تنقص هذه الصفحة بعض طرق الدخول إلى مساحة عملك.',

  'account.register': 'إنشاء حساب',
  'account.registerAt': 'إنشاء حساب لدى {name}',
  'account.registerClosed': 'لا تقبل مساحة العمل هذه التسجيل. يستطيع القائمون عليها إنشاء حساب لك.',
  'account.noAccount': 'ليس لديك حساب؟',
  'account.haveAccount': 'لدي حساب',
  'account.mayBeMade': 'ربما أنشأت محاولتك الأولى هذا الحساب. أكّد عنوانه، أو سجّل الدخول.',
  'account.usernameHint': 'لتسجيل الدخول. حروف وأرقام بلا مسافات.',
  'account.phone': 'رقم الهاتف (اختياري)',

  'account.verify': 'أكّد بريدك الإلكتروني',
  'account.verifySub': 'اكتب الأرقام الستة التي أرسلناها إلى بريدك.',
  'account.verifyFirst': 'أكّد عنوانك قبل أن تسجّل الدخول. نستطيع أن نرسل إليك رمزًا جديدًا.',
  'account.verified': 'تأكّد عنوانك. تستطيع تسجيل الدخول الآن.',
  'account.toProfile': 'إلى ملفك الشخصي',
  'account.sendCode': 'أرسل رمزًا',
  'account.code': 'الرمز',
  'account.sent': 'إن كان هذا العنوان لم يؤكَّد بعد فالرمز في طريقه إليك.',
  'account.confirm': 'تأكيد',

  'account.resetSub': 'نرسل إليك رمزًا، وتختار به كلمة مرور جديدة.',
  'account.resetTyped': 'الرمز من الرسالة، وكلمة مرورك الجديدة.',
  'account.haveCode': 'لدي رمز من قبل',

  'account.noneLinked': 'لا حساب مرتبط به بعد. ابدأ من عنوان مساحة عملك لإنشاء حساب.',
  'account.noEmail': 'لم يعطِ المزوّد بريدًا إلكترونيًا، والحساب يحتاج إليه. اسمح بذلك لديه، أو أنشئ حسابًا بكلمة مرور.',
  'account.linkHint': 'سجّل الدخول كما فعلت من قبل، ثم اربط المزوّد في «الحسابات المرتبطة».',
}
