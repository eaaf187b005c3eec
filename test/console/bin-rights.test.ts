/** What the console asks for before it offers to bring something back is what the service asks for. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { binTypeNames, binTypeOf } from '#modules/recycle-bin/recycle-bin.types.ts'
import { type BinKind, lacksToRestore, mayRestore } from '../../console/src/api/bin-rights.ts'
import { mayErase } from '../../console/src/screens/bin/erase-rights.ts'

it('whatever is in the recycle bin comes back, and is erased, by who may do both: that, and change or delete such records', () => {
  for (const kind of binTypeNames as BinKind[]) {
    const holding =
      (...held: string[]) =>
      (permission: string) =>
        held.includes(permission)
    const { update, delete: erase } = binTypeOf(kind)
    assert.deepEqual(lacksToRestore(holding(), kind), ['recyclebin.restore', update])
    assert.deepEqual(lacksToRestore(holding('recyclebin.restore'), kind), [update])
    assert.deepEqual(lacksToRestore(holding('recyclebin.restore', update), kind, 'Admin'), kind === 'Admin' ? [] : ['admins.update'])
    const may = [holding('recyclebin.restore', update), holding('recyclebin.restore'), holding(update)].map((can) => mayRestore(can, kind))
    assert.deepEqual(may, [true, false, false])
    const mayFor = [holding('recyclebin.delete', erase), holding('recyclebin.delete'), holding(erase)].map((can) => mayErase(can, kind))
    assert.deepEqual(mayFor, [true, false, false])
  }
})
