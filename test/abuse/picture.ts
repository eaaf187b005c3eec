import sharp from 'sharp'
import type { RequestOptions } from '../harness.ts'

/** A multipart request with a small picture. */
export async function picture(): Promise<RequestOptions> {
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="me.png"\r\ncontent-type: image/png\r\n\r\n'
  const raw = Buffer.concat([Buffer.from(head), image, Buffer.from('\r\n--b--\r\n')])
  return { raw, headers: { 'content-type': 'multipart/form-data; boundary=b' } }
}
