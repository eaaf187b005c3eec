-- The menu of the service's own areas, once: what the platform deletes of it stays away.

-- The catalogue of permissions is written at the start, after all migrations; which names there are is checked where an item is written.
alter table menu_items drop constraint menu_items_required_permission_fkey;

insert into menu_items (id, tenant_id, key, title_en, title_ar, path, icon, parent_id, position, required_permission, created_at) values
  ('61ecf913-ce4f-5065-b4b0-412797481c12', null, 'dashboard', 'Dashboard', 'لوحة المعلومات', '/', 'layout-dashboard', null, 0, 'dashboard.view', now()),
  ('7f4a9b04-ffd1-5770-9727-c441612137f8', null, 'people', 'People and rights', 'الأشخاص والصلاحيات', null, 'users', null, 1, null, now()),
  ('a16ae224-07ff-58c0-b39a-5b0f7efb680a', null, 'tenants', 'Tenants', 'المستأجرون', '/tenants', 'building', '7f4a9b04-ffd1-5770-9727-c441612137f8', 0, 'tenants.view', now()),
  ('0ae2e50f-71a2-500d-99b4-004faaa292c8', null, 'admins', 'Administrators', 'المشرفون', '/admins', 'user-shield', '7f4a9b04-ffd1-5770-9727-c441612137f8', 1, 'admins.view', now()),
  ('90aa77ff-b75b-579d-aff2-95c46170c0ce', null, 'users', 'Users', 'المستخدمون', '/users', 'users', '7f4a9b04-ffd1-5770-9727-c441612137f8', 2, 'users.view', now()),
  ('9222b361-b13b-5680-9d3a-f02f47c4454c', null, 'groups', 'User groups', 'مجموعات المستخدمين', '/groups', 'users-group', '7f4a9b04-ffd1-5770-9727-c441612137f8', 3, 'groups.view', now()),
  ('8f0d2b35-d23b-53cd-987c-f3353ef6cbfc', null, 'roles', 'Roles', 'الأدوار', '/roles', 'key', '7f4a9b04-ffd1-5770-9727-c441612137f8', 4, 'roles.view', now()),
  ('91bb3ec9-15ea-5a1f-a735-de67c5af3c2c', null, 'permissions', 'Permissions', 'الصلاحيات', '/permissions', 'lock', '7f4a9b04-ffd1-5770-9727-c441612137f8', 5, 'roles.view', now()),
  ('bb2e97d8-0f15-5d0c-ba46-d8274c1c720e', null, 'activity', 'What happened', 'ما حدث', null, 'activity', null, 2, null, now()),
  ('6071d0c1-7460-58e2-b8bb-8cb410a60402', null, 'audit', 'Audit log', 'سجل التدقيق', '/audit', 'history', 'bb2e97d8-0f15-5d0c-ba46-d8274c1c720e', 0, 'audit.view', now()),
  ('5c331b71-0337-5ca3-82d2-f7fcc62136c8', null, 'security', 'Security', 'الأمان', '/security', 'shield', 'bb2e97d8-0f15-5d0c-ba46-d8274c1c720e', 1, 'dashboard.view', now()),
  ('b7bc860d-1cc9-590a-bf28-ddc488d4f3b1', null, 'recycle-bin', 'Recycle bin', 'سلة المحذوفات', '/bin', 'trash', 'bb2e97d8-0f15-5d0c-ba46-d8274c1c720e', 2, 'recyclebin.view', now()),
  ('4ae71f5c-a318-5b7a-a77a-a3f52362d5eb', null, 'messaging', 'Messaging', 'المراسلة', null, 'messages', null, 3, null, now()),
  ('b4ba94f8-ff3d-5a6d-9ecf-1d7cbfdee83a', null, 'webhooks', 'Webhooks', 'خطافات الويب', '/webhooks', 'webhook', '4ae71f5c-a318-5b7a-a77a-a3f52362d5eb', 0, 'webhooks.view', now()),
  ('e67cd1fa-a6f4-5e79-a366-4a78feb0adbf', null, 'emails', 'E-mails', 'رسائل البريد الإلكتروني', '/emails', 'mail', '4ae71f5c-a318-5b7a-a77a-a3f52362d5eb', 1, 'emails.view', now()),
  ('b2e4164d-7b72-54e3-80ae-df54a79ea152', null, 'templates', 'Message templates', 'قوالب الرسائل', '/templates', 'template', '4ae71f5c-a318-5b7a-a77a-a3f52362d5eb', 2, 'templates.view', now()),
  ('e4cafddb-e33d-594a-a50c-e96844d8a0a2', null, 'notifications', 'Notifications', 'الإشعارات', '/notifications', 'bell', '4ae71f5c-a318-5b7a-a77a-a3f52362d5eb', 3, null, now()),
  ('c94920a9-fdbd-56c9-bd99-a2059670d48b', null, 'system', 'System', 'النظام', null, 'settings', null, 4, null, now()),
  ('f247fbba-5c33-56d2-af6a-bde442e25859', null, 'files', 'Files', 'الملفات', '/files', 'file', 'c94920a9-fdbd-56c9-bd99-a2059670d48b', 0, 'files.view', now()),
  ('4759e2e8-9c4e-5455-9977-40a1111cffcf', null, 'menus', 'Menus', 'القوائم', '/menus', 'menu-2', 'c94920a9-fdbd-56c9-bd99-a2059670d48b', 1, 'menus.view', now()),
  ('dda3471e-7947-55b2-94b4-7cec6f38dbb1', null, 'settings', 'Settings', 'الإعدادات', '/settings', 'adjustments', 'c94920a9-fdbd-56c9-bd99-a2059670d48b', 2, 'settings.view', now()),
  ('4ada5640-d175-53f1-a16d-03622859faca', null, 'status', 'Status', 'الحالة', '/status', 'heart-rate-monitor', 'c94920a9-fdbd-56c9-bd99-a2059670d48b', 3, 'settings.view', now());
