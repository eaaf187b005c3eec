import type { englishWords, Words } from './notification-words.en.ts'

const notYou = 'إذا لم تكن أنت، فغيّر كلمة المرور الآن وأبلغ المشرف.'

export const arabicWords: Record<keyof typeof englishWords, Words> = {
  newSignIn: { title: 'تسجيل دخول جديد', body: `تم تسجيل الدخول إلى حسابك باستخدام {device}[، من العنوان {ip}]. ${notYou}` },
  passwordChanged: { title: 'تم تغيير كلمة المرور', body: `تم تغيير كلمة مرور حسابك. ${notYou}` },
  passwordGiven: { title: 'كلمة مرور مؤقتة', body: 'منح أحد المشرفين حسابك كلمة مرور مؤقتة. ستختار كلمة مرورك عند تسجيل الدخول التالي.' },
  twoFactorOn: { title: 'تم تفعيل المصادقة الثنائية', body: `تم تفعيل المصادقة الثنائية لحسابك. ${notYou}` },
  twoFactorOff: { title: 'تم إيقاف المصادقة الثنائية', body: `تم إيقاف المصادقة الثنائية لحسابك. ${notYou}` },
  twoFactorReset: { title: 'تمت إعادة ضبط المصادقة الثنائية', body: 'أزال أحد المشرفين العامل الثاني من حسابك.' },
  backupCodesRenewed: { title: 'رموز احتياطية جديدة', body: `أُنشئت رموز احتياطية جديدة لحسابك ولم تعد القديمة صالحة. ${notYou}` },
  backupCodeUsed: { title: 'استُخدم رمز احتياطي', body: `تم تسجيل الدخول إلى حسابك بأحد رموزك الاحتياطية. ${notYou}` },
  impersonated: { title: 'تصرّف شخص آخر باسمك', body: 'بدأ المشرف الأعلى العمل بحسابك. كل ما يتم مسجَّل في سجل التدقيق.' },
  sessionTheft: { title: 'تم إنهاء جلسة', body: 'استُخدم رمز دخول لك مرتين، فأُنهيت جلسته. ربما نُسخ الرمز: راجع جلساتك.' },
  accountLocked: {
    title: 'تم قفل حسابك',
    body: 'كانت هناك محاولات دخول فاشلة كثيرة.[ يمكن استخدامه مجددًا بعد {until}.] إذا لم تكن أنت من حاول، فقد يكون أحدهم يخمّن كلمة مرورك.',
  },
  roleChanged: { title: 'تم تغيير دورك', body: 'لديك الآن دور آخر، وتغيّر معه ما يمكنك فعله.' },
  tenantSuspended: { title: 'تم تعليق مستأجر', body: 'تم تعليق {tenant} مع كل ما يتبعه.' },
  domainVerified: { title: 'تم التحقق من النطاق', body: 'تم التحقق من النطاق {domain} التابع لـ {tenant}.' },
  domainFailed: {
    title: 'لم يتم التحقق من النطاق',
    body: 'تعذّر التحقق من النطاق {domain} التابع لـ {tenant}، أو لم يعد متحققًا. راجع سجل DNS الخاص به.',
  },
  quotaNear: { title: 'الحصة توشك على النفاد', body: 'استخدم {tenant} {used} من {limit} ({quota}).' },
  quotaFull: { title: 'نفدت الحصة', body: 'استخدم {tenant} كامل الحصة {limit} ({quota}). لا يمكن إنشاء المزيد.' },
  deliveryFailed: { title: 'فشل تسليم خطاف ويب', body: 'فشل التسليم[ للحدث {event}][ إلى {host}] في كل محاولاته.' },
  deliveryRestricted: {
    title: 'لم يُرسل تسليم خطاف ويب',
    body: 'تم التخلي عن التسليم[ للحدث {event}][ إلى {host}] دون إرساله: فيه حقول لم يعد مسموحًا للخطاف بإرسالها.',
  },
  deliveryLost: {
    title: 'تم التخلي عن تسليم خطاف ويب',
    body: 'تم التخلي عن التسليم[ للحدث {event}][ إلى {host}]: توقفت الخدمة في كل مرة قبل أن تنتهي منه.',
  },
  webhookFailing: { title: 'خطاف ويب يستمر بالفشل', body: 'تفشل عمليات التسليم[ إلى {host}] منذ يوم. إذا استمر ذلك فسيُوقف الخطاف.' },
  webhookDisabled: { title: 'تم إيقاف خطاف ويب', body: 'استمر فشل التسليم[ إلى {host}]، فأُوقف الخطاف. لم تعد الأحداث تُرسل إليه.' },
  webhookGone: {
    title: 'تم إيقاف خطاف ويب',
    body: 'أجاب المستقبِل[ على {host}] بأنه لم يعد موجودًا نهائيًا (410)، فأُوقف الخطاف. لم تعد الأحداث تُرسل إليه.',
  },
  emailsFailed: { title: 'فشل عدد كبير من الرسائل', body: 'تعذّر تسليم {failed} رسالة بريد خلال ساعة[ ({cause})].' },
  jobFinished: { title: 'اكتمل العمل الجماعي', body: 'تم تغيير {affected} سجل.[ تم تجاوز {skipped}.]' },
}
