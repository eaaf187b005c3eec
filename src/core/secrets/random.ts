import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(8192)
let used = pool.length

/**
 * So many random bytes of the system's source, at most 64. Drawn from it by the page: an operation on many records needs three for
 * each of them. For ids and salts; whatever is a secret by itself draws its own.
 */
export function randomPiece(length: number): Buffer {
  if (length > 64) throw new RangeError('a piece of at most 64 bytes')
  if (used + length > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const piece = Buffer.from(pool.subarray(used, used + length))
  // what was handed out is not kept
  pool.fill(0, used, used + length)
  used += length
  return piece
}
