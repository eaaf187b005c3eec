/** The texts of the console, in both languages. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ar } from '../../console/src/i18n/ar.ts'
import { en, type Key } from '../../console/src/i18n/en.ts'
import type { Plural } from '../../console/src/i18n/plural.ts'

const tables = { en, ar } as const
const keys = Object.keys(en) as Key[]
const formsOf = (text: string | Plural): string[] => (typeof text === 'string' ? [text] : Object.values(text))
const placesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

describe('the texts of the console', () => {
  it('are the same in both languages, and none is empty', () => {
    assert.deepEqual(new Set(Object.keys(ar)), new Set<string>(keys))
    for (const [language, table] of Object.entries(tables))
      for (const key of keys) for (const form of formsOf(table[key])) assert.ok(form.trim(), `${language} ${key}`)
  })

  it('have each form that numbers of the language need, and no other', () => {
    for (const [language, table] of Object.entries(tables)) {
      const wanted = new Set<string>(new Intl.PluralRules(language).resolvedOptions().pluralCategories)
      for (const key of keys) {
        const text = table[key]
        if (typeof text !== 'string') assert.deepEqual(new Set(Object.keys(text)), wanted, `${language} ${key}`)
      }
    }
  })

  it('fill in nothing that the English one does not', () => {
    for (const key of keys) {
      const known = new Set(formsOf(en[key]).flatMap(placesIn))
      for (const form of formsOf(ar[key]))
        assert.deepEqual(
          placesIn(form).filter((place) => !known.has(place)),
          [],
          key,
        )
      // a number may be a word in Arabic; anything else must be said
      const said = new Set(formsOf(ar[key]).flatMap(placesIn))
      assert.deepEqual(
        [...known].filter((place) => place !== 'count' && !said.has(place)),
        [],
        key,
      )
    }
  })
})
