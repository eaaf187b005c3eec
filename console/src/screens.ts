/** Every screen that there is: its address below `/console`, and what it needs. Routes, menu and tests follow this table. */
export const screens = {
  '/login': { access: 'everybody' },
  '/forgot': { access: 'everybody' },
  '/reset': { access: 'everybody' },
  '/duty': { access: 'session' },
  '/admins': { access: 'permission', permission: 'admins.view' },
} as const

export type ScreenPath = keyof typeof screens
