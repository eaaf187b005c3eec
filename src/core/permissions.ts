import { type Area, maskableFields, permissionAreas } from './permission-areas.ts'
import { uuidFromName } from './uuid.ts'

interface Text {
  en: string
  ar: string
}

export interface Permission {
  /** Made from the name, so that it is the same in every installation and for ever. */
  id: string
  name: PermissionName
  /** The part of the name before the dot; also the slug of the category. */
  category: string
  categoryTitle: Text
  description: Text
  /** Fields of the area's records that a restriction of this permission may name. */
  restrictableFields: readonly string[]
}

/** Fixed for ever: another namespace would give every permission another id. */
const namespace = 'b0d3f0ac-5b1e-4d0c-9c39-6e1c8a0f2b7d'

const entries = [
  ['admins.view', 'See administrators', 'عرض المشرفين'],
  ['admins.create', 'Create administrators', 'إنشاء المشرفين'],
  ['admins.update', 'Change, block and unlock administrators', 'تعديل المشرفين وحظرهم وفتح قفلهم'],
  ['admins.delete', 'Delete administrators', 'حذف المشرفين'],
  ['users.view', 'See users', 'عرض المستخدمين'],
  ['users.create', 'Create users', 'إنشاء المستخدمين'],
  ['users.update', 'Change and block users', 'تعديل المستخدمين وحظرهم'],
  ['users.delete', 'Delete users', 'حذف المستخدمين'],
  ['tenants.view', 'See tenants', 'عرض المستأجرين'],
  ['tenants.create', 'Create tenants', 'إنشاء المستأجرين'],
  ['tenants.update', 'Change tenants, their settings, grants and domains', 'تعديل المستأجرين وإعداداتهم وصلاحياتهم ونطاقاتهم'],
  ['tenants.delete', 'Delete tenants', 'حذف المستأجرين'],
  ['groups.view', 'See user groups', 'عرض مجموعات المستخدمين'],
  ['groups.create', 'Create user groups', 'إنشاء مجموعات المستخدمين'],
  ['groups.update', 'Change user groups, their members and roles', 'تعديل مجموعات المستخدمين وأعضائها وأدوارها'],
  ['groups.delete', 'Delete user groups', 'حذف مجموعات المستخدمين'],
  ['roles.view', 'See roles and permissions', 'عرض الأدوار والصلاحيات'],
  ['roles.manage', 'Create, change and delete roles', 'إنشاء الأدوار وتعديلها وحذفها'],
  ['webhooks.view', 'See webhooks and their logs', 'عرض خطافات الويب وسجلاتها'],
  ['webhooks.create', 'Create webhooks', 'إنشاء خطافات الويب'],
  ['webhooks.update', 'Change and test webhooks', 'تعديل خطافات الويب واختبارها'],
  ['webhooks.delete', 'Delete webhooks', 'حذف خطافات الويب'],
  ['emails.view', 'See sent and waiting e-mails', 'عرض رسائل البريد المرسلة والمنتظرة'],
  ['emails.create', 'Create e-mails', 'إنشاء رسائل البريد'],
  ['emails.update', 'Change e-mails', 'تعديل رسائل البريد'],
  ['emails.delete', 'Delete e-mails', 'حذف رسائل البريد'],
  ['emails.send', 'Send, resend and cancel e-mails', 'إرسال رسائل البريد وإعادة إرسالها وإلغاؤها'],
  ['emails.external', 'Send e-mails to addresses outside the organisation', 'إرسال رسائل البريد إلى عناوين خارج المؤسسة'],
  ['templates.view', 'See and preview message templates', 'عرض قوالب الرسائل ومعاينتها'],
  ['templates.create', 'Create message templates', 'إنشاء قوالب الرسائل'],
  ['templates.update', 'Change message templates', 'تعديل قوالب الرسائل'],
  ['templates.delete', 'Delete message templates', 'حذف قوالب الرسائل'],
  ['notifications.send', 'Send notifications', 'إرسال الإشعارات'],
  ['files.view', 'Download files', 'تنزيل الملفات'],
  ['files.create', 'Upload files', 'رفع الملفات'],
  ['files.update', 'Change files', 'تعديل الملفات'],
  ['files.delete', 'Delete files', 'حذف الملفات'],
  ['menus.view', 'See all menus', 'عرض جميع القوائم'],
  ['menus.create', 'Create menus', 'إنشاء القوائم'],
  ['menus.update', 'Change and reorder menus', 'تعديل القوائم وإعادة ترتيبها'],
  ['menus.delete', 'Delete menus', 'حذف القوائم'],
  ['audit.view', 'See and verify the audit log', 'عرض سجل التدقيق والتحقق منه'],
  ['audit.export', 'Export the audit log', 'تصدير سجل التدقيق'],
  ['dashboard.view', 'See the dashboard', 'عرض لوحة المعلومات'],
  ['recyclebin.view', 'See the recycle bin', 'عرض سلة المحذوفات'],
  ['recyclebin.restore', 'Restore deleted records', 'استعادة السجلات المحذوفة'],
  ['recyclebin.delete', 'Delete records for ever', 'حذف السجلات نهائيًا'],
  ['settings.view', 'See the settings of the service', 'عرض إعدادات الخدمة'],
  ['settings.update', 'Change the settings of the service', 'تعديل إعدادات الخدمة'],
] as const satisfies readonly (readonly [`${Area}.${string}`, string, string])[]

/** `<area>.<action>`: what a route asks for, a role grants and a tenant is granted. */
export type PermissionName = (typeof entries)[number][0]

/** What reads or writes single fields, so that some of them can be left out. */
const restrictableActions: readonly string[] = ['view', 'create', 'update']

/** Every permission there is, in the order people are shown. Seeded at start; read-only to everyone. */
export const permissionCatalogue: readonly Permission[] = entries.map(([name, en, ar]) => {
  const [category, action] = name.split('.') as [Area, string]
  return {
    id: uuidFromName(namespace, name),
    name,
    category,
    categoryTitle: permissionAreas[category].title,
    description: { en, ar },
    restrictableFields: restrictableActions.includes(action) ? maskableFields(category) : [],
  }
})

export const permissionNames: readonly PermissionName[] = permissionCatalogue.map(({ name }) => name)

const byId = new Map(permissionCatalogue.map((permission) => [permission.id, permission]))
const byName = new Map<string, Permission>(permissionCatalogue.map((permission) => [permission.name, permission]))

/** The permission of an id, in any case; undefined for any other text. */
export const permissionById = (id: string): Permission | undefined => byId.get(id.toLowerCase())

/** The permission of a name, exactly as it is written; undefined for any other text. */
export const permissionByName = (name: string): Permission | undefined => byName.get(name)

/** Whether no tenant can ever be granted it: the settings of the service belong to the platform. */
export const isPlatformOnly = (name: string): boolean => name.startsWith('settings.')
