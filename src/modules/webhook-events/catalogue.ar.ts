/** The titles and descriptions of the catalogue in Arabic, by name: what English readers see stands with each event. */
export const arabicEvents: Readonly<Record<string, { readonly title: string; readonly description: string }>> = {
  'admin.created': { title: 'أُنشئ مشرف', description: 'أُنشئ مشرف في مستأجر أو على المنصة.' },
  'admin.updated': {
    title: 'عُدّل مشرف',
    description: 'تغيّر مشرف: سجله أو دوره، أو كونه نشطًا أو محظورًا أو مقفلًا أو محميًا.',
  },
  'admin.deleted': { title: 'حُذف مشرف', description: 'وُضع مشرف في سلة المحذوفات.' },
  'admin.blocked': { title: 'حُظر مشرف', description: 'حُظر مشرف: لا دخول له، وانتهت جلساته كلها.' },
  'user.registered': {
    title: 'سُجّل مستخدم',
    description: 'للمستأجر مستخدم جديد: سجّل بنفسه، أو أنشأه مشرف أو استيراد، أو جاء عبر مزوّد هوية.',
  },
  'user.created': { title: 'أُنشئ مستخدم', description: 'مثل ‎`user.registered`‎ مع المزيد عن المستخدم.' },
  'user.verified': { title: 'أُكّد مستخدم', description: 'أكّد مستخدم عنوان بريد أو رقم هاتف.' },
  'user.updated': { title: 'عُدّل مستخدم', description: 'تغيّر مستخدم: سجله، أو كونه نشطًا أو محظورًا أو مقفلًا.' },
  'user.deleted': { title: 'حُذف مستخدم', description: 'وُضع مستخدم في سلة المحذوفات.' },
  'tenant.created': { title: 'أُنشئ مستأجر', description: 'أُنشئ مستأجر. تُبلَّغ اشتراكات المستأجر الذي فوقه أيضًا.' },
  'tenant.settings_changed': { title: 'تغيّرت إعدادات مستأجر', description: 'تغيّرت إعدادات مستأجر.' },
  'tenant.deactivated': {
    title: 'أُوقف مستأجر',
    description: 'أُوقف مستأجر أو عُلّق أو أُلغي أو حُذف. تُبلَّغ اشتراكات المستأجر الذي فوقه أيضًا.',
  },
  'role.permissions_changed': { title: 'تغيّرت صلاحيات دور', description: 'أُضيفت صلاحيات إلى دور أو أُخذت منه.' },
  'role.permissions.changed': {
    title: 'تغيّرت صلاحيات دور، مع الدور',
    description: 'مثل ‎`role.permissions_changed`‎ مع المزيد عن الدور.',
  },
  'Failed Login Attempt': {
    title: 'فشل تسجيل دخول',
    description: 'فشل تسجيل دخول. ‎`attempts`‎ عدد مرات الفشل المتتالية على الحساب؛ وصفر حين لا حساب لهذا الاسم أو لا يُحسب الفشل.',
  },
  'auth.login.failed': { title: 'فشل تسجيل دخول، مع نوع الحساب', description: 'مثل ‎`Failed Login Attempt`‎ مع مكان حدوثه.' },
  'Account Security Lockout': { title: 'أُقفل حساب', description: 'أقفلت كثرة الفشل حسابًا، لمشرف أو لمستخدم.' },
  'auth.account.locked': { title: 'أُقفل حساب، مع مرات الفشل', description: 'مثل ‎`Account Security Lockout`‎ مع المزيد عنه.' },
  'entity.created': { title: 'أُنشئ سجل', description: 'أُنشئ سجل من أي نوع، أو عاد من سلة المحذوفات.' },
  'entity.updated': { title: 'عُدّل سجل', description: 'تغيّر سجل من أي نوع.' },
  'entity.deleted': {
    title: 'حُذف سجل',
    description: 'حُذف سجل من أي نوع. ويُبلَّغ عنه مجددًا، مع ‎`purgedAt`‎ بين التغييرات، حين يُمحى نهائيًا.',
  },
  'webhook.test': { title: 'تجربة', description: 'ترسلها تجربة الاشتراك؛ لم يحدث شيء. لا يمكن الاشتراك فيها.' },
}
