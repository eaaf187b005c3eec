import { Transform } from 'node:stream'
import { mostParts } from './upload.ts'

/**
 * Hands a body on up to one part too many, and tells of that: the parser goes on after its limit of parts, and each costs more than its
 * bytes.
 */
export function countedParts(boundary: string, tooMany: () => void): Transform {
  const delimiter = Buffer.from(`\n--${boundary}`)
  const reach = delimiter.length - 1
  // the first delimiter may begin the body
  let tail = Buffer.from('\n')
  let delimiters = 0
  const count = (bytes: Buffer) => {
    for (let at = bytes.indexOf(delimiter); at >= 0 && delimiters <= mostParts + 1; at = bytes.indexOf(delimiter, at + 1)) delimiters++
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // those that are cut in two, apart: a copy of all that comes would cost as much as the rest of the work
      count(Buffer.concat([tail, chunk.subarray(0, reach)]))
      count(chunk)
      const end = chunk.subarray(Math.max(0, chunk.length - reach))
      tail = Buffer.concat([tail.subarray(Math.max(0, tail.length + end.length - reach)), end])
      // the last one closes the body
      if (delimiters <= mostParts + 1) return done(null, chunk)
      tooMany()
      done()
    },
  })
}
