/** The areas of permissions and what stands in their records: what can be masked, and what names a person, follows from this table alone. */

interface Text {
  readonly en: string
  readonly ar: string
}

interface FieldFacts {
  /** A restriction of a permission of the area may name it. */
  readonly isMaskable: boolean
  /** Tells of a person: the log keeps it apart, so that it is erased with them. */
  readonly isPersonal: boolean
}

interface AreaFacts {
  readonly title: Text
  /** The kind of record that its `view` permission shows, as events call it; null where none carries a mask. */
  readonly record: string | null
  /** Those of the record's fields of which more is to be known than that they are shown. */
  readonly fields: Readonly<Record<string, FieldFacts>>
}

const ofPeople = {
  email: { isMaskable: true, isPersonal: true },
  phoneNumber: { isMaskable: true, isPersonal: true },
  username: { isMaskable: false, isPersonal: true },
  firstName: { isMaskable: false, isPersonal: true },
  lastName: { isMaskable: false, isPersonal: true },
  avatarUrl: { isMaskable: false, isPersonal: true },
} as const

/** By the part of a permission's name before the dot, which is also the slug of its category. */
export const permissionAreas = {
  admins: { title: { en: 'Administrators', ar: 'المشرفون' }, record: 'Admin', fields: ofPeople },
  users: { title: { en: 'Users', ar: 'المستخدمون' }, record: 'User', fields: ofPeople },
  tenants: { title: { en: 'Tenants', ar: 'المستأجرون' }, record: 'Tenant', fields: {} },
  groups: { title: { en: 'User groups', ar: 'مجموعات المستخدمين' }, record: 'UserGroup', fields: {} },
  roles: { title: { en: 'Roles', ar: 'الأدوار' }, record: 'Role', fields: {} },
  webhooks: { title: { en: 'Webhooks', ar: 'خطافات الويب' }, record: null, fields: {} },
  emails: { title: { en: 'E-mails', ar: 'رسائل البريد الإلكتروني' }, record: null, fields: {} },
  templates: { title: { en: 'Message templates', ar: 'قوالب الرسائل' }, record: null, fields: {} },
  notifications: { title: { en: 'Notifications', ar: 'الإشعارات' }, record: null, fields: {} },
  files: { title: { en: 'Files', ar: 'الملفات' }, record: null, fields: {} },
  menus: { title: { en: 'Menus', ar: 'القوائم' }, record: null, fields: {} },
  audit: { title: { en: 'Audit log', ar: 'سجل التدقيق' }, record: null, fields: {} },
  dashboard: { title: { en: 'Dashboard', ar: 'لوحة المعلومات' }, record: null, fields: {} },
  recyclebin: { title: { en: 'Recycle bin', ar: 'سلة المحذوفات' }, record: null, fields: {} },
  settings: { title: { en: 'Settings', ar: 'الإعدادات' }, record: null, fields: {} },
} as const satisfies Readonly<Record<string, AreaFacts>>

export type Area = keyof typeof permissionAreas

/** An area whose records are shown in one shape, which its `view` permission can mask. */
export type RecordArea = { [A in Area]: (typeof permissionAreas)[A]['record'] extends null ? never : A }[Area]

const areas: readonly (readonly [Area, AreaFacts])[] = Object.entries(permissionAreas) as [Area, AreaFacts][]

const fieldsOf = (area: Area, holds: (facts: FieldFacts) => boolean): readonly string[] =>
  Object.entries<FieldFacts>(permissionAreas[area].fields).flatMap(([name, facts]) => (holds(facts) ? [name] : []))

const maskable = new Map(areas.map(([area]) => [area, fieldsOf(area, ({ isMaskable }) => isMaskable)]))

/** The fields of the records of an area that can be masked. */
export const maskableFields = (area: Area): readonly string[] => maskable.get(area)!

/** The areas with a field that can be masked. */
export const maskedAreas = areas.map(([area]) => area).filter((area) => maskableFields(area).length > 0) as readonly RecordArea[]

/** The area of a kind of record, as events call it; undefined for one whose fields no mask covers. */
export const areaOfRecord = (record: string): RecordArea | undefined => byRecord.get(record)
const byRecord = new Map(areas.flatMap(([area, { record }]) => (record === null ? [] : [[record, area as RecordArea]])))

/** Fields whose before and after name a person, in whatever record. */
export const personalFields: ReadonlySet<string> = new Set(areas.flatMap(([area]) => fieldsOf(area, ({ isPersonal }) => isPersonal)))
