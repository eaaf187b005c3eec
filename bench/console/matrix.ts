/** How soon the matrix of a role answers a key. */
import type { Service } from '../../test/rig/service.ts'
import { signIn, superAdmin } from '../servers.ts'
import type { Result } from '../table.ts'
import { atMost, tried } from './lines.ts'
import { superAt } from './scene.ts'

const mostMs = 50
const keys = 21
const held = 'document.activeElement'

export async function measureMatrix(service: Service, tenantId: string): Promise<Result[]> {
  const { accessToken: token } = await signIn(service, superAdmin)
  const made = await service.http.post('/api/v1/roles', { name: 'Measured', tenantId }, { token })
  if (made.status !== 201) throw new Error(`roles answered ${made.status}: ${made.text}`)
  await using guest = await superAt(service, `/roles/${made.json.id}`)
  const { page, watch } = guest
  await page.locator('[data-right] .tick').first().focus()
  const moves: number[] = []
  // a key that is let go presses the box
  const ticks = await tried(async () => {
    const tick = await watch.time({ from: 'keyup', before: `${held}.ariaChecked`, until: `${held}.ariaChecked !== before` }, () =>
      page.keyboard.press('Space'),
    )
    moves.push(await watch.time({ from: 'keydown', before: held, until: `${held} !== before` }, () => page.keyboard.press('ArrowDown')))
    return tick
  }, keys)
  const rights = await page.locator('[data-right]').count()
  return [atMost(`matrix of ${rights} permissions, a box is ticked`, ticks, mostMs), atMost('  the next row', moves.slice(1), mostMs)]
}
