/** Tenants below Harbour, of the scene that every test of the console begins with. */
import { expectStatus } from '../../harness.ts'
import { hostileName, type Scene } from '../scene.ts'

export interface Branches {
  /** Directly below Harbour, with two below it. */
  readonly east: string
  /** Below `east`, with a hostile name. */
  readonly hostile: string
  readonly arabic: string
}

export async function branches({ app, tenantId }: Scene): Promise<Branches> {
  const token = await app.superToken()
  const made = async (name: string, code: string, parentTenantId: string) =>
    expectStatus(await app.post('/api/v1/Tenants', { name, code, parentTenantId }, { token }), 201).json.id as string
  const east = await made('East Quay Lenses', 'east-quay', tenantId)
  await made('West Pier Frames', 'west-pier', tenantId)
  const hostile = await made(hostileName, 'hostile', east)
  const arabic = await made('بصريات المرفأ الشرقي', 'marfa', east)
  return { east, hostile, arabic }
}
