import type { me as table } from '../../../console/src/sitemap/me.ts'
import { adminOf } from './admins.ts'
import type { Proofs } from './proof.ts'

export const me: Proofs<typeof table> = {
  '/me/profile': { address: '/me/profile', ready: '.me-body .facts', asksNothing: true },
  '/me/password': { address: '/me/password', ready: 'input[name=new]', asksNothing: true },
  '/me/two-factor': { address: '/me/two-factor', ready: '.me-state', asksNothing: true, opens: ['.me-acts button'] },
  '/me/sessions': { address: '/me/sessions', ready: '.me-list li', opens: ['.me-body > .me-acts button'] },
  '/me/linked': { address: '/me/linked', ready: '.nothing' },
  '/me/log': { address: '/me/log', ready: '.me-body .log, .me-body .nothing' },
  '/me/preferences': { address: '/me/preferences', ready: '.prefs input', asksNothing: true },
  '/act-as/$id': { address: async (scene) => `/act-as/${await adminOf(scene)}`, ready: 'textarea', as: 'superAdmin' },
}
