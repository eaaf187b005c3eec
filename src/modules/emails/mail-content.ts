import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'
import type { Service } from '#db/rows/context.ts'

/** What a mail says, as it was written for its recipient. */
export interface MailContent {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** What sealed content is bound to: in another row it never opens. */
const contentPlace = (emailId: string) => `emails content:${emailId}`
/** As JSON, where a byte may become six: the renderer lets nothing pass that is larger (`render-task.ts`). */
const mostBytes = 8_000_000
const packed = promisify(deflateRaw)

/** Packed and sealed, for the row of that mail alone. Not in a transaction. */
export async function sealContent({ keys }: Pick<Service, 'keys'>, emailId: string, content: MailContent): Promise<string> {
  return keys.sealSecret((await packed(JSON.stringify(content))).toString('base64'), contentPlace(emailId))
}

/** Throws when it was changed, moved, or its key is unknown to this process. */
export const openContent = ({ keys }: Pick<Service, 'keys'>, emailId: string, sealed: string): MailContent =>
  JSON.parse(
    inflateRawSync(Buffer.from(keys.openSecret(sealed, contentPlace(emailId)), 'base64'), { maxOutputLength: mostBytes }).toString(),
  ) as MailContent
