import type { me as table } from '../../../console/src/sitemap/me.ts'
import { expectStatus } from '../../harness.ts'
import type { Scene } from '../scene.ts'
import type { Proofs } from './proof.ts'

/** Somebody whom the SuperAdmin may act as. */
async function keeperId({ app, keeper }: Scene): Promise<string> {
  const token = await app.superToken()
  const { items } = expectStatus(await app.get(`/api/v1/Admins?search=${encodeURIComponent(keeper)}`, { token }), 200).json
  return items[0].id
}

export const me: Proofs<typeof table> = {
  '/me/profile': { address: '/me/profile', ready: '.me-body .facts' },
  '/me/password': { address: '/me/password', ready: 'input[name=new]' },
  '/me/two-factor': { address: '/me/two-factor', ready: '.me-state', opens: ['.me-acts button'] },
  '/me/sessions': { address: '/me/sessions', ready: '.me-list li', opens: ['.me-body > .me-acts button'] },
  '/me/linked': { address: '/me/linked', ready: '.nothing' },
  '/me/log': { address: '/me/log', ready: '.me-body .log, .me-body .nothing' },
  '/me/preferences': { address: '/me/preferences', ready: '.prefs input' },
  '/act-as/$id': { address: async (scene) => `/act-as/${await keeperId(scene)}`, ready: 'textarea', as: 'superAdmin' },
}
