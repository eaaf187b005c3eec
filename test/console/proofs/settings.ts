import type { settings as table } from '../../../console/src/sitemap/settings.ts'
import type { Proofs } from './proof.ts'

const others = ['general', 'security', 'email', 'sms', 'webhooks', 'providers', 'features']

export const settings: Proofs<typeof table> = {
  '/settings': {
    address: '/settings?part=rateLimits',
    ready: '.setting',
    as: 'superAdmin',
    opens: ['.head button'],
    tabs: [
      ...others.map((part) => ({ address: `/settings?part=${part}`, ready: '.setting' })),
      { address: '/settings?part=storage', ready: '.tab-panel .facts' },
    ],
  },
}
