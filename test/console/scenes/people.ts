/** Users of Harbour, for the screens of users and groups: made once a scene, by one import. */
import { expectStatus } from '../../harness.ts'
import { hostileName, type Scene } from '../scene.ts'

const names = ['Lina Khoury', 'سامر حداد', 'Noor Aziz', 'Marta Silva', 'يارا خليل', 'Tom Becker']
const made = new WeakMap<Scene, Promise<void>>()

/** Forty users, one of whose names is hostile. */
export function withUsers(scene: Scene): Promise<void> {
  const before = made.get(scene)
  if (before !== undefined) return before
  const work = importOf(scene)
  made.set(scene, work)
  return work
}

async function importOf({ app, tenantId }: Scene): Promise<void> {
  const lines = Array.from({ length: 40 }, (_, n) => {
    const [firstName, lastName] = n === 0 ? [hostileName, 'Mallory'] : (names[n % names.length] ?? '').split(' ')
    return JSON.stringify({ email: `user.${n}@shop.example`, username: `user.${n}`, firstName, lastName, emailVerified: n % 2 === 0 })
  })
  const answer = await fetch(`${app.url}/api/v1/users/import?tenantId=${tenantId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await app.superToken()}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  const text = await answer.text()
  if (!text.includes('"affected":40')) throw new Error(`users were not made: ${text.slice(-300)}`)
}

/** One user of these as the service has it now. */
export async function userOf({ app }: Scene, email: string) {
  const { json } = expectStatus(await app.get(`/api/v1/users?search=${encodeURIComponent(email)}`, { token: await app.superToken() }), 200)
  const [found] = json.items as { id: string }[]
  return expectStatus(await app.get(`/api/v1/users/${found?.id}`, { token: await app.superToken() }), 200).json
}

const grouped = new WeakMap<Scene, Promise<string>>()

/** A group with two members and one role, and three others; its id. */
export function groupOf(scene: Scene): Promise<string> {
  const before = grouped.get(scene)
  if (before !== undefined) return before
  const work = groupsOf(scene)
  grouped.set(scene, work)
  return work
}

async function groupsOf({ app, tenantId, roleId }: Scene): Promise<string> {
  const token = await app.superToken()
  const made = async (path: string, body: object, status = 201) =>
    expectStatus(await app.post(`/api/v1${path}`, body, { token }), status).json
  const named = { nameAr: 'مكتب المساعدة', descriptionEn: 'Answers the telephone', descriptionAr: 'يجيب على الهاتف' }
  const { id } = await made('/UserGroups', { nameEn: 'Helpdesk', ...named, tenantId, roleIds: [roleId] })
  const { json } = expectStatus(await app.get('/api/v1/Admins?search=person.', { token }), 200)
  const adminIds = (json.items as { id: string }[]).slice(0, 2).map((one) => one.id)
  expectStatus(await app.post(`/api/v1/UserGroups/${id}/members`, { adminIds }, { token }), 200)
  for (const nameEn of ['Night shift', 'Front office', hostileName]) await made('/UserGroups', { nameEn, tenantId })
  return id as string
}
