/** When a mail that failed is offered to be sent again. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { lacksToResend } from '../../console/src/screens/emails/resending.ts'

const mail = (more: object) => ({ to: 'lina@acme.example', recipientType: 'admin', html: '<p>Hello</p>', ...more })

it('a mail that failed is sent again where the service would take it', () => {
  const holding = (isHeld: boolean | undefined) => (permission: string) => (permission === 'emails.external' ? isHeld : true)
  const cases = [
    [mail({}), false, null],
    [mail({ html: null }), true, 'emails.noText'],
    [mail({ recipientType: 'external' }), false, 'emails.needsExternal'],
    [mail({ recipientType: 'external' }), true, null],
    // what they may not see they have no right to by itself
    [mail({ to: undefined, html: undefined }), false, 'emails.needsExternal'],
    [mail({ to: undefined, html: undefined }), true, null],
    // not known yet
    [mail({ recipientType: 'external' }), undefined, null],
  ] as const
  for (const [email, isHeld, lacks] of cases) assert.equal(lacksToResend(email, holding(isHeld)), lacks, JSON.stringify(email))
})
