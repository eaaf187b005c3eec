/** What files are called where they are saved, and which there are. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { contentDisposition } from '#http/served/content-disposition.ts'
import { fileTypes as kinds } from '#outside/storage/file-kinds.ts'
import { fileEndings, fileTypes } from '../../console/src/screens/files/file-kinds.ts'
import { fileNameIn } from '../../console/src/screens/files/file-name.ts'

it('a file is saved by the very name that the service sends it with', () => {
  for (const name of ['report.pdf', 'a; b.png', 'the "best" %41.csv', 'صورة؛ (١).png', "it's*.svg", 'no ending', '\u{1f600}.gif'])
    for (const kind of ['inline', 'attachment'] as const) assert.equal(fileNameIn(contentDisposition(kind, name)), name)
  for (const header of [null, '', 'attachment']) assert.equal(fileNameIn(header), undefined)
})

it('files of every kind that is taken can be chosen, and found', () => {
  assert.deepEqual(fileTypes, [...new Set(Object.values(kinds))])
  assert.deepEqual(
    fileEndings.split(',').filter((ending) => ending !== '.jpeg'),
    Object.keys(kinds).map((kind) => `.${kind}`),
  )
})
