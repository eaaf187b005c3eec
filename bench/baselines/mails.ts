/** What nodemailer's own pool hands to a relay: messages of the given size to so many recipients, five connections, and nothing else. */
import { createTransport } from 'nodemailer'

const { RELAY_URL = '', COUNT = '0' } = process.env
const { hostname, port } = new URL(RELAY_URL)
process.on('message', async (message: { html: string; text: string; subject: string }) => {
  const pool = createTransport({
    host: hostname,
    port: Number(port),
    secure: false,
    ignoreTLS: true,
    pool: true,
    maxConnections: 5,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  const from = 'no-reply@tenantry.local'
  await Promise.all(Array.from({ length: Number(COUNT) }, (_, n) => pool.sendMail({ from, to: `somebody-${n}@example.test`, ...message })))
  pool.close()
  process.send!('sent')
})
process.send!('ready')
