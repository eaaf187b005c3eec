import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mostAdminsOf } from '../../console/src/screens/groups/most-admins.ts'

it('of groups that are chosen, says how many admins are in them at most, and nothing where one of them is not known', () => {
  assert.equal(mostAdminsOf([{ memberCount: 2 }, { memberCount: 0 }, { memberCount: 3 }]), 5)
  assert.equal(mostAdminsOf([{ memberCount: 2 }, undefined]), null)
})
