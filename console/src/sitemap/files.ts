import type { Screens } from './screen.ts'

export const files = {
  '/files': {
    makes: [{ title: 'new.file', permission: 'files.create' }],
    access: 'permission',
    permission: 'files.view',
    nav: { area: 'system', title: 'nav.files', icon: 'folder' },
  },
} as const satisfies Screens
