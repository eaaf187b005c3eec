import type { admins as table } from '../../../console/src/sitemap/admins.ts'
import { expectStatus } from '../../harness.ts'
import { password, type Scene } from '../scene.ts'
import type { Proofs } from './proof.ts'

/** Somebody of whom everything is known. */
export async function adminOf({ app, keeper }: Scene): Promise<string> {
  const token = await app.superToken()
  return expectStatus(await app.get(`/api/v1/Admins?search=${encodeURIComponent(keeper)}`, { token }), 200).json.items[0].id
}

const odd = [
  ['L'.repeat(100), 'ب'.repeat(100)],
  ['👩‍👩‍👧‍👦', '🦊'],
  ['مرحبا Hello 42', 'World (عالم)!'],
] as const
const made = new WeakSet<Scene>()

/** Names of a hundred letters, of one emoji, and of both directions. */
async function oddNames(scene: Scene): Promise<void> {
  if (made.has(scene)) return
  made.add(scene)
  const { app, tenantId, roleId } = scene
  const token = await app.superToken()
  for (const [n, [firstName, lastName]] of odd.entries()) {
    const body = { email: `odd.name.${n}@harbour.example`, firstName, lastName, roleId, tenantId, password }
    expectStatus(await app.post('/api/v1/Admins', body, { token }), 201)
  }
}

export const admins: Proofs<typeof table> = {
  '/admins': {
    address: '/admins?sort=firstName',
    ready: 'tr[data-row]',
    opens: ['tr[data-row] .act button'],
    tabs: [
      {
        async address(scene) {
          await oddNames(scene)
          return '/admins?search=odd.name'
        },
        ready: 'tr[data-row]:nth-child(3)',
      },
      {
        address: async (scene) => `/admins?open=${await adminOf(scene)}`,
        ready: 'aside.panel [role=tabpanel] > *',
        clicks: [2, 3, 4].map((n) => `aside.panel [role=tab]:nth-child(${n})`),
      },
    ],
  },
}
