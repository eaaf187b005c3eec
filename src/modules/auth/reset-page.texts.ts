/** Every word of the page behind the link in a reset mail. */
const english = {
  title: 'Choose a new password',
  password: 'New password',
  repeat: 'New password, once more',
  show: 'Show passwords',
  submit: 'Set password',
  working: 'One moment…',
  done: 'Your password was changed. You can sign in with it now.',
  differ: 'The two passwords are not the same.',
  noLink: 'This link is not complete. Please open it from the mail again, or ask for a new one.',
  failed: 'The service could not be reached. Please try again.',
  needsScript: 'Please switch JavaScript on to use this page.',
  switchTo: 'العربية',
}

const arabic: typeof english = {
  title: 'اختيار كلمة مرور جديدة',
  password: 'كلمة المرور الجديدة',
  repeat: 'كلمة المرور الجديدة مرة أخرى',
  show: 'إظهار كلمات المرور',
  submit: 'تعيين كلمة المرور',
  working: 'لحظة من فضلك…',
  done: 'تم تغيير كلمة المرور. يمكنك تسجيل الدخول بها الآن.',
  differ: 'كلمتا المرور غير متطابقتين.',
  noLink: 'هذا الرابط غير مكتمل. افتحه من الرسالة مرة أخرى أو اطلب رابطًا جديدًا.',
  failed: 'تعذر الوصول إلى الخدمة. حاول مرة أخرى.',
  needsScript: 'فعّل JavaScript لاستخدام هذه الصفحة.',
  switchTo: 'English',
}

export const resetPageTexts = { en: english, ar: arabic }
