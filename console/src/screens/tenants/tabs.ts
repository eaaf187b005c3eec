import type { ComponentType } from 'react'
import { AuditTab } from './AuditTab.tsx'
import { DomainsTab } from './DomainsTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { PeopleTab } from './PeopleTab.tsx'
import { BrandingTab } from './page/BrandingTab.tsx'
import { GrantTab } from './page/GrantTab.tsx'
import { SignInTab } from './page/SignInTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'
import type { Detail } from './tenant.ts'

interface Tab {
  /** What it needs beside `tenants.view`. */
  readonly needs?: string
  readonly show: ComponentType<{ tenant: Detail }>
}

/** What the page of a tenant is divided into, by the name in the address. */
const all = {
  overview: { show: OverviewTab },
  settings: { show: SettingsTab },
  branding: { show: BrandingTab },
  domains: { show: DomainsTab },
  'sign-in': { show: SignInTab },
  // all permissions there are come with the roles
  permissions: { show: GrantTab, needs: 'roles.view' },
  people: { show: PeopleTab, needs: 'admins.view' },
  audit: { show: AuditTab, needs: 'audit.view' },
}

export type TabKey = keyof typeof all

export const tabs: Readonly<Record<TabKey, Tab>> = all
