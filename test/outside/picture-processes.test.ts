/** How many processes there are for pictures, whoever sends them. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { readDrawing } from '#outside/pictures/drawing.ts'

const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g/></svg>')
const lookMs = 5

/** Of this process; one that has ended has no command line. */
const apart = () =>
  readdirSync('/proc').filter((pid) => {
    try {
      const isOurs = readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`)
      return isOurs && /pictures\/apart\/program/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    } catch {
      return false
    }
  }).length

it('are two at most: one that was kept ends before another is made', { skip: process.platform !== 'linux' }, async () => {
  await readDrawing(drawing, 'first')
  assert.equal(apart(), 1)
  let most = 0
  const looking = setInterval(() => {
    most = Math.max(most, apart())
  }, lookMs)
  await Promise.all(['second', 'third', 'fourth'].map((holder) => readDrawing(drawing, holder)))
  clearInterval(looking)
  assert.equal(most, 2)
})
