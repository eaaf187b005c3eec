import { randomPiece } from '#core/secrets/random.ts'
import type { SecretName, SecretPlaces } from '#core/template-renderer.ts'

/**
 * What stands for secrets while texts of a tenant are rendered: nobody who wrote these can know it, and no filter turns it into the secret.
 * Letters and digits only, which no escaping changes.
 */
export const secretPlaces = (names: readonly SecretName[]): SecretPlaces =>
  Object.fromEntries(names.map((name) => [name, name === 'link' ? `https://${place()}.invalid/` : place()]))

const place = () => `x${randomPiece(12).toString('hex')}`
