import type { Block, LanguageFrame, SystemTemplate, TemplateText } from './template.ts'

export const arabicFrame: LanguageFrame = {
  direction: 'rtl',
  greeting: 'مرحبًا{% if recipient.firstName %} {{ recipient.firstName }}{% endif %}،',
  closing: 'أُرسلت هذه الرسالة{% if recipient.email %} إلى {{ recipient.email }}{% endif %} من {{ tenant.name }}. يُرجى عدم الرد عليها.',
  linkHint: 'إذا لم يعمل الزر، فانسخ هذا العنوان إلى المتصفح:',
  time: 'الوقت',
  actor: 'بواسطة',
  device: 'الجهاز',
  ip: 'عنوان IP',
}

/** The counted word by its number: one and two stand alone, 3 to 10 (also as the last two digits) take the plural. */
const counted = (variable: string, one: string, two: string, few: string, many: string) =>
  `{% assign rest = ${variable} | modulo: 100 %}{% if ${variable} == 1 %}${one}{% elsif ${variable} == 2 %}${two}{% elsif rest >= 3 and rest <= 10 %}{{ ${variable} }} ${few}{% else %}{{ ${variable} }} ${many}{% endif %}`
const minutes = counted('expiresInMinutes', 'دقيقة واحدة', 'دقيقتين', 'دقائق', 'دقيقة')
const hours = counted('expiresInHours', 'ساعة واحدة', 'ساعتين', 'ساعات', 'ساعة')
/** `expiresInHours` is there only for whole hours, two or more. */
const duration = `{% if expiresInHours %}${hours}{% else %}${minutes}{% endif %}`
const expiry = (what: string) => `{% if expiresInMinutes %} ${what} لمدة ${duration}.{% endif %}`
const temporaryPassword: Block[] = [
  {
    paragraph: `{% if password %}تصلح كلمة المرور المؤقتة لتسجيل دخول واحد تختار عنده كلمة مرور خاصة بك.${expiry('وهي صالحة')}{% endif %}`,
  },
  { code: 'password', onlyIfGiven: true },
]
const notYou = 'إذا لم تكن أنت من فعل ذلك، فغيّر كلمة المرور فورًا وأبلغ المسؤول لديك.'

export const arabicTexts: Record<SystemTemplate, TemplateText> = {
  password_reset_otp: {
    subject: 'رمز إعادة تعيين كلمة المرور في {{ tenant.name }}',
    blocks: [
      { paragraph: 'طُلبت إعادة تعيين كلمة مرور حسابك في {{ tenant.name }}. إذا كنت أنت من طلب ذلك، فأدخل هذا الرمز:' },
      { code: 'code' },
      { button: 'اختيار كلمة مرور جديدة', onlyIfGiven: true },
      { paragraph: `لا تعطِ هذا الرمز لأي أحد؛ لن نطلبه منك أبدًا.${expiry('الرمز صالح')}` },
      { paragraph: 'إذا لم تطلب ذلك، فتجاهل هذه الرسالة: ستبقى كلمة مرورك كما هي.' },
    ],
  },
  password_reset_link: {
    subject: 'إعادة تعيين كلمة المرور في {{ tenant.name }}',
    blocks: [
      {
        paragraph: `طُلبت إعادة تعيين كلمة مرور حسابك في {{ tenant.name }}. إذا كنت أنت من طلب ذلك، فتابع من هنا.${expiry('الرابط صالح')}`,
      },
      { button: 'اختيار كلمة مرور جديدة' },
      { paragraph: 'إذا لم تطلب ذلك، فتجاهل هذه الرسالة: ستبقى كلمة مرورك كما هي. لا تشارك الرابط مع أحد.' },
    ],
  },
  admin_temp_password: {
    subject: 'كلمة المرور المؤقتة في {{ tenant.name }}',
    blocks: [
      { paragraph: `هذه كلمة مرور مؤقتة لحسابك في {{ tenant.name }}، وتصلح لتسجيل دخول واحد.${expiry('وهي صالحة')}` },
      { code: 'password' },
      { paragraph: 'سيُطلب منك اختيار كلمة مرور خاصة بك فور تسجيل الدخول.' },
      { button: 'تسجيل الدخول', onlyIfGiven: true },
    ],
  },
  admin_welcome: {
    subject: 'مرحبًا بك في {{ tenant.name }}',
    blocks: [
      { paragraph: 'أُنشئ لك حساب مسؤول في {{ tenant.name }}. يمكنك تسجيل الدخول ببريدك الإلكتروني.' },
      ...temporaryPassword,
      { button: 'تسجيل الدخول', onlyIfGiven: true },
      { paragraph: 'ننصحك بتفعيل المصادقة الثنائية بعد أول تسجيل دخول.' },
    ],
  },
  account_locked: {
    subject: 'قُفل حسابك في {{ tenant.name }} مؤقتًا',
    blocks: [
      { paragraph: 'جرت محاولات فاشلة كثيرة لتسجيل الدخول، ولذلك قُفل حسابك مؤقتًا.' },
      { paragraph: '{% if lockoutEnd %}يمكنك المحاولة مجددًا بعد {{ lockoutEnd }}.{% else %}يمكنك المحاولة مجددًا لاحقًا.{% endif %}' },
      { circumstances: true },
      { paragraph: 'إذا لم تكن أنت من حاول، فربما يحاول أحدهم تخمين كلمة مرورك. تبقى الأجهزة المسجّل دخولها كما هي.' },
    ],
  },
  new_sign_in: {
    subject: 'تسجيل دخول جديد إلى حسابك في {{ tenant.name }}',
    blocks: [
      { paragraph: 'سُجّل الدخول إلى حسابك من جهاز أو مكان لم نره من قبل.' },
      { circumstances: true },
      { paragraph: `إذا كنت أنت من فعل ذلك، فلا يلزمك شيء. ${notYou}` },
    ],
  },
  two_factor_changed: {
    subject: 'تغيّرت المصادقة الثنائية في {{ tenant.name }}',
    blocks: [
      {
        paragraph:
          '{% if enabled == true %}فُعّلت المصادقة الثنائية لحسابك{% elsif enabled == false %}أُوقفت المصادقة الثنائية لحسابك{% else %}تغيّرت المصادقة الثنائية لحسابك{% endif %}. وسُجّل الخروج من الأجهزة الأخرى.',
      },
      { circumstances: true },
      { paragraph: notYou },
    ],
  },
  password_changed: {
    subject: 'تغيّرت كلمة مرورك في {{ tenant.name }}',
    blocks: [
      { paragraph: 'تغيّرت كلمة مرور حسابك، وسُجّل الخروج من الأجهزة الأخرى.' },
      { circumstances: true },
      { paragraph: 'إذا لم تكن أنت من فعل ذلك، فأعد تعيين كلمة المرور فورًا وأبلغ المسؤول لديك.' },
    ],
  },
  session_theft: {
    subject: 'أنهينا جلسة لحسابك في {{ tenant.name }}',
    blocks: [
      { paragraph: 'استُخدم أحد رموز الدخول الخاصة بك مرتين، وربما نُسخ، ولذلك أنهينا تلك الجلسة؛ سجّل الدخول من جديد للمتابعة.' },
      { circumstances: true },
      { paragraph: 'إذا كنت لا تعرف سبب ذلك، فغيّر كلمة المرور وراجع قائمة جلساتك.' },
    ],
  },
  email_verification: {
    subject: 'تأكيد بريدك الإلكتروني في {{ tenant.name }}',
    blocks: [
      { paragraph: 'لتأكيد أن عنوان البريد هذا لك، أدخل هذا الرمز:' },
      { code: 'code' },
      { button: 'تأكيد العنوان', onlyIfGiven: true },
      { paragraph: `إذا لم يكن لديك حساب في {{ tenant.name }}، فتجاهل هذه الرسالة.${expiry('الرمز صالح')}` },
    ],
  },
  user_welcome: {
    subject: 'مرحبًا بك في {{ tenant.name }}',
    blocks: [
      { paragraph: 'حسابك في {{ tenant.name }} جاهز. يمكنك تسجيل الدخول ببريدك الإلكتروني.' },
      ...temporaryPassword,
      { button: 'متابعة', onlyIfGiven: true },
    ],
  },
  email_changed: {
    subject: 'تغيّر البريد الإلكتروني لحسابك في {{ tenant.name }}',
    blocks: [
      { paragraph: 'تغيّر البريد الإلكتروني لحسابك. من الآن تُرسل الرسائل إلى العنوان الجديد فقط.' },
      { circumstances: true },
      { paragraph: 'إذا لم تكن أنت من فعل ذلك، فأبلغ المسؤول لديك فورًا.' },
    ],
  },
  superadmin_transferred: {
    subject: 'تغيّر المسؤول الأعلى في {{ tenant.name }}',
    blocks: [
      { paragraph: 'نُقل دور المسؤول الأعلى إلى حساب آخر.' },
      { circumstances: true },
      { paragraph: 'إذا لم تكن تتوقع ذلك، فتصرّف فورًا: صاحب هذا الدور يستطيع فعل كل شيء.' },
    ],
  },
  webhook_disabled: {
    subject: 'أُوقف أحد خطافات الويب في {{ tenant.name }}',
    blocks: [
      {
        paragraph:
          "{% if webhook.reason == 'gone' %}أجاب المستقبِل في أحد خطافات الويب بأنه لم يعد موجودًا نهائيًا (410)، ولذلك أُوقف الخطاف.{% else %}تكرّر فشل التسليم إلى أحد خطافات الويب، ولذلك أُوقف.{% endif %} لم تعد الأحداث تُرسل إليه.",
      },
      { paragraph: '{% if webhook.host %}المضيف: {{ webhook.host }}{% endif %}' },
      { paragraph: '{% if webhook.id %}الرقم: {{ webhook.id }}{% endif %}' },
      { paragraph: 'عندما يعود المستقبِل إلى العمل، فعّل الخطاف مجددًا واطلب إعادة إرسال الأحداث الفائتة.' },
      { button: 'فتح خطاف الويب', onlyIfGiven: true },
    ],
  },
}
