/** What the screens of messages find: a subscription of Harbour and a receiver that answers with markup. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { uploaded } from '../../files/rig.ts'
import { expectStatus } from '../../harness.ts'
import { atEnd } from '../../rig/cleanup.ts'
import { hostileName, password, type Scene } from '../scene.ts'

export const markupAnswer = '<img src=x onerror=alert(1)><b>no</b>'

/** @returns a token of the keeper of the tenant */
export const keeperToken = async ({ app, keeper }: Scene): Promise<string> => (await app.signIn(keeper, password)).accessToken

let receiver: Promise<string> | undefined

/** Answers 500 with markup to whatever comes. */
function receiverUrl(): Promise<string> {
  receiver ??= new Promise((resolve) => {
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead(500, { 'content-type': 'text/html' }).end(markupAnswer)
    })
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/in`))
    atEnd(async () => {
      receiver = undefined
      server.closeAllConnections()
      server.close()
    })
  })
  return receiver
}

const made = new WeakMap<Scene, Promise<string>>()

/** A subscription of the keeper with one test delivery that failed, made once for a scene. */
export function webhookOf(scene: Scene): Promise<string> {
  const known = made.get(scene) ?? makeWebhook(scene)
  made.set(scene, known)
  return known
}

async function makeWebhook(scene: Scene): Promise<string> {
  const token = await keeperToken(scene)
  const body = { url: await receiverUrl(), events: ['admin.*', 'tenant.created'], description: markupAnswer }
  const { id } = expectStatus(await scene.app.post('/api/v1/webhooks', body, { token }), 201).json
  expectStatus(await scene.app.post(`/api/v1/webhooks/${id}/test`, { event: 'admin.created' }, { token }), 200)
  return id
}

const templatesMade = new WeakMap<Scene, Promise<string>>()

/** A template of the keeper, made once for a scene. */
export function templateOf(scene: Scene): Promise<string> {
  const known = templatesMade.get(scene) ?? makeTemplate(scene)
  templatesMade.set(scene, known)
  return known
}

/** @param more at the end of its HTML */
export async function makeTemplate(scene: Scene, name = 'Order shipped', more = ''): Promise<string> {
  const token = await keeperToken(scene)
  const body = {
    name,
    category: 'notification',
    subject: 'Your order {{ orderNumber }} is on its way',
    bodyHtml: `<style>h1 { color: rgb(1, 2, 3) }</style>\n<h1>Hello {{ recipient.firstName }}</h1>\n<p>Order {{ orderNumber }} left today.</p>\n${more}`,
    translations: { ar: { subject: 'طلبك {{ orderNumber }} في الطريق', bodyHtml: '<p dir="rtl">طلبك {{ orderNumber }} في الطريق.</p>' } },
  }
  return expectStatus(await scene.app.post('/api/v1/message-templates', body, { token }), 201).json.id
}

/** What a mail could try in a page. */
export const hostileMail = `<img src="data:," alt="" onerror="parent.postMessage('it ran', '*')"><script>parent.postMessage('it ran', '*')</script>`

const mailsMade = new WeakMap<Scene, Promise<string>>()

/** A mail of the keeper to themselves, made once for a scene. */
export function mailOf(scene: Scene): Promise<string> {
  const known = mailsMade.get(scene) ?? sendMail(scene)
  mailsMade.set(scene, known)
  return known
}

/** @param more of the mail: `{ scheduledAt }` */
export async function sendMail(scene: Scene, more: object = {}): Promise<string> {
  const [token, templateId] = [await keeperToken(scene), await templateOf(scene)]
  const body = { to: scene.keeper, templateId, variables: { orderNumber: 'A-1042' }, ...more }
  return expectStatus(await scene.app.post('/api/v1/emails/send', body, { token }), 202).json.id
}

/** Tells the keeper something, in the name of the platform. @returns the id of what the keeper was told */
export async function notify(scene: Scene, more: object = {}): Promise<string> {
  const { app, keeper } = scene
  const token = await keeperToken(scene)
  const me = expectStatus(await app.get('/api/v1/Admins/me', { token }), 200).json
  const body = { targets: [{ type: 'admin', id: me.id }], title: `Maintenance for ${keeper}`, body: 'On Sunday.\nFor an hour.', ...more }
  expectStatus(await app.post('/api/v1/notifications', body, { token: await app.superToken() }), 202)
  const { items } = expectStatus(await app.get('/api/v1/notifications?type=message', { token }), 200).json
  return items[0].id
}

const noticesMade = new WeakMap<Scene, Promise<string>>()

/** What the keeper was told, made once for a scene. */
export function noticeOf(scene: Scene): Promise<string> {
  const known = noticesMade.get(scene) ?? notify(scene, { title: markupAnswer, link: '/emails' })
  noticesMade.set(scene, known)
  return known
}

const filesMade = new WeakMap<Scene, Promise<void>>()

/** Two files of the keeper, made once for a scene; the name of one is as long as it may be, and hostile. */
export function filesOf(scene: Scene): Promise<void> {
  const known = filesMade.get(scene) ?? storeFiles(scene)
  filesMade.set(scene, known)
  return known
}

async function storeFiles(scene: Scene): Promise<void> {
  const token = await keeperToken(scene)
  for (const name of [`${hostileName}${'long'.repeat(15)}.csv`, 'تقرير 2026.csv']) await uploaded(scene.app, token, 'a,b\n1,2\n', name)
}
