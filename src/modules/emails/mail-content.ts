import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Service } from '#db/rows/context.ts'

/** What a mail says, as it was written for its recipient. */
export interface MailContent {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** What sealed content is bound to: in another row it never opens. */
const contentPlace = (emailId: string) => `emails content:${emailId}`
/** Of what is kept already: larger ones are cut off by the template itself. */
const mostBytes = 4_000_000

/** Packed and sealed, for the row of that mail alone. */
export const sealContent = ({ keys }: Pick<Service, 'keys'>, emailId: string, content: MailContent): string =>
  keys.sealSecret(deflateRawSync(JSON.stringify(content)).toString('base64'), contentPlace(emailId))

/** Throws when it was changed, moved, or its key is unknown to this process. */
export const openContent = ({ keys }: Pick<Service, 'keys'>, emailId: string, sealed: string): MailContent =>
  JSON.parse(
    inflateRawSync(Buffer.from(keys.openSecret(sealed, contentPlace(emailId)), 'base64'), { maxOutputLength: mostBytes }).toString(),
  ) as MailContent
