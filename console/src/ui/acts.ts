/** Acts on records: done at once, told when they are done, undone where that is possible. */
import { useQueryClient } from '@tanstack/react-query'
import { type BinKind, lacksToRestore, mayRestore } from '../api/bin-rights.ts'
import { call } from '../api/client.ts'
import { useStart } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { askDeletion } from './asking/Asking.tsx'
import { tell, tellFault } from './toasts.tsx'

/** @param touches operations whose answers an act may change: `/Admin|Audit/` */
export function useActs(touches: RegExp) {
  const cache = useQueryClient()
  const { can } = useStart()
  const { t } = useI18n()
  const refresh = () => cache.invalidateQueries({ predicate: ({ queryKey: [name] }) => touches.test(String(name)) })
  /**
   * @param told what is said when it is done, or what makes that of the answer
   * @returns whether it was done
   */
  const run = async <R>(work: () => Promise<R>, told?: string | ((answer: R) => string)): Promise<boolean> => {
    let isDone = true
    try {
      const answer = await work()
      if (told) tell(typeof told === 'string' ? told : told(answer))
    } catch (error) {
      isDone = false
      tellFault(error)
    }
    await refresh()
    return isDone
  }
  /**
   * Without a question. What went to the recycle bin under `id` comes back by undo, where the caller may bring it back.
   *
   * @param isBack what is told then: that it is back, unless given
   */
  const removeNow = (kind: BinKind, id: string, name: string, work: () => Promise<unknown>, isBack = t('told.restored', { name })) =>
    run(async () => {
      await work()
      const back = () => run(() => call('restoreRecycleBinEntry', { path: { id } }), isBack)
      tell(t('told.deleted', { name }), mayRestore(can, kind) ? { label: t('act.undo'), run: () => void back() } : undefined)
    })
  /** At once, because it can be undone; who could not undo it is asked first. @returns whether it was deleted */
  const remove: typeof removeNow = async (kind, id, name, work, isBack) => {
    const lacking = lacksToRestore(can, kind)
    const go = () => removeNow(kind, id, name, work, isBack)
    return lacking.length > 0 ? await askDeletion({ name, lacking, run: go }) : await go()
  }
  return { can, refresh, run, removeNow, remove }
}

export type Acts = ReturnType<typeof useActs>
