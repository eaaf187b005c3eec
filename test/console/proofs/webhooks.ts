import type { webhooks as table } from '../../../console/src/sitemap/webhooks.ts'
import { webhookOf } from '../scenes/messages.ts'
import type { Proofs, Tab } from './proof.ts'

const tab = (name: string, ready: string): Tab => ({ address: async (scene) => `/webhooks/${await webhookOf(scene)}/${name}`, ready })

export const webhooks: Proofs<typeof table> = {
  '/webhooks': {
    address: async (scene) => {
      await webhookOf(scene)
      return '/webhooks'
    },
    ready: 'tr[data-row]',
    opens: ['tr[data-row] .act button', '.head > button'],
  },
  '/webhooks/events': { address: '/webhooks/events', ready: '.catalogue-entry' },
  '/webhooks/$id/$tab': {
    address: async (scene) => `/webhooks/${await webhookOf(scene)}/deliveries`,
    ready: 'tr[data-row]',
    opens: ['.record-acts button', '.record-acts button:last-child'],
    tabs: [tab('settings', '.events-list .event-row'), tab('secret', '.secret'), tab('statistics', '.figures')],
  },
}
