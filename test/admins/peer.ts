/** Somebody on the platform who holds every permission there is, and is not the SuperAdmin: rank alone does not keep them out. */
import { permissionNames } from '#core/permissions.ts'
import { addPerson, addRole, type Person } from '../groups/world.ts'
import { expectStatus, type TestApp } from '../harness.ts'

export const addPeer = async (app: TestApp): Promise<Person> => addPerson(app, null, await addRole(app, null, permissionNames))

export const superId = async (app: TestApp): Promise<string> =>
  expectStatus(await app.get('/api/v1/Admins/me', { token: await app.superToken() }), 200).json.id

/** The row of an admin, deleted or not. */
export const rowOf = (app: TestApp, id: string) =>
  app.open.service.database.kysely.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Events about an account, oldest first, but for its sign-ins. */
export const eventsAbout = (app: TestApp, id: string) =>
  app.open.service.database.kysely
    .selectFrom('events')
    .selectAll()
    .where('entityId', '=', id)
    .where('type', 'like', 'admin.%')
    .orderBy('id')
    .execute()
