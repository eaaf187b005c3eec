import { exampleIds } from '#http/example-values.ts'

/** What the system areas answer, by the name of a schema. */
export const systemExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  AdminStart: { permissions: ['admins.view'] },
  Impersonator: { id: exampleIds.otherAdmin, name: 'Omar Said' },
  OwnTenant: { id: exampleIds.tenant, status: 'Active' },
  SignInStart: { serviceName: 'Tenantry', returnTo: '/account' },
  RunningService: { name: 'Tenantry', version: '0.1.0' },
  DeadJob: { id: exampleIds.event, type: 'job', kind: 'email.send', error: 'The relay does not answer', attempts: 5, ageSeconds: 5400 },
  File: {
    id: exampleIds.file,
    fileName: 'Price list.pdf',
    contentType: 'application/pdf',
    size: 81_920,
    width: null,
    height: null,
    checksum: 'c0535e4be2b79ffd93291305436bf889314e4a3faec05ecffcbb7df31ad9e51a',
    url: `/api/v1/files/${exampleIds.file}`,
    isPublic: false,
    tenantId: exampleIds.tenant,
    tenantName: 'Acme',
    uploadedBy: exampleIds.admin,
    uploadedByName: 'Sara Haddad',
  },
  MenuItem: {
    id: exampleIds.menuItem,
    key: 'reports',
    titleEn: 'Reports',
    titleAr: 'التقارير',
    path: '/reports',
    icon: 'chart-bar',
    parentId: null,
    requiredPermission: 'audit.view',
    children: [],
  },
}
