/** What is shown before the service has answered. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { changeAtOnce } from '../../console/src/api/change-at-once.ts'

interface Likes {
  readonly theme: string
  readonly rows: string
}
const start: Likes = { theme: 'light', rows: 'roomy' }

describe('a change that is shown at once', () => {
  let shown: Likes
  let kept: Likes
  const answers: PromiseWithResolvers<void>[] = []
  const change = (one: Partial<Likes>, whose = 'the first') => {
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    const send = async (sent: Partial<Likes>) => {
      await answer.promise
      kept = { ...kept, ...sent }
      return kept
    }
    const show = (next: Likes) => {
      shown = next
    }
    return changeAtOnce<Likes, Partial<Likes>>({ whose, read: () => shown, show, send }, one)
  }
  beforeEach(() => {
    shown = start
    kept = start
    answers.length = 0
  })

  it('is on the page with those that came since, and is what the service keeps in the end', async () => {
    const [one, other] = [change({ theme: 'dark' }), change({ rows: 'dense' })]
    assert.deepEqual(shown, { theme: 'dark', rows: 'dense' })
    answers[0]?.resolve()
    assert.equal(await one, null)
    assert.deepEqual(shown, { theme: 'dark', rows: 'dense' })
    answers[1]?.resolve()
    assert.deepEqual(await other, { theme: 'dark', rows: 'dense' })
  })

  it('goes from the page when it is refused, and so do two in a row', async () => {
    const [one, other] = [change({ theme: 'dark' }), change({ rows: 'dense' })]
    answers[0]?.reject(new Error('no network'))
    await assert.rejects(one, /no network/)
    assert.deepEqual(shown, { theme: 'light', rows: 'dense' })
    answers[1]?.reject(new Error('no network'))
    await assert.rejects(other, /no network/)
    assert.deepEqual(shown, start)
  })

  it('stays where the one before it is refused', async () => {
    const [one, other] = [change({ theme: 'dark' }), change({ rows: 'dense' })]
    answers[0]?.reject(new Error('no network'))
    await assert.rejects(one, /no network/)
    answers[1]?.resolve()
    assert.deepEqual(await other, { theme: 'light', rows: 'dense' })
    assert.deepEqual(shown, { theme: 'light', rows: 'dense' })
  })

  it('is no part of what the next one sees, who chose before it was answered and is refused', async () => {
    const one = change({ theme: 'dark' })
    shown = { theme: 'light', rows: 'of the second' }
    const other = change({ rows: 'dense' }, 'the second')
    answers[0]?.resolve()
    assert.equal(await one, null)
    answers[1]?.reject(new Error('no network'))
    await assert.rejects(other, /no network/)
    assert.deepEqual(shown, { theme: 'light', rows: 'of the second' })
  })
})
