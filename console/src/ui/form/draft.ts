/** What stands in a form, what was read, and saving it against what others save meanwhile. */
import { useRef, useState } from 'react'
import { Refused } from '../../api/client.ts'
import { takeUpFault } from '../../api/queries.ts'
import { tellFault } from '../toasts.tsx'
import { notedHere } from './still-at.ts'
import { type Sending, useIsGone, useSending } from './use-sending.ts'

/** Somebody else saved first what has no version: `theirs` is what holds now. */
export class Overtaken<R> extends Error {
  readonly theirs: R
  constructor(theirs: R) {
    super('somebody else saved first')
    this.theirs = theirs
  }
}

export interface Draft<D extends object, R = never> extends Pick<Sending, 'told' | 'wait' | 'isBusy'> {
  readonly draft: D
  readonly isChanged: boolean
  /** What somebody else saved meanwhile, until one of both is chosen. */
  readonly theirs: D | null
  readonly base: D
  set(change: Partial<D>): void
  /** The message of a field that the service refused. */
  faultOf(field: string): string | undefined
  submit(): void
  settle(keep: 'mine' | 'theirs'): void
  /** Takes up what was read since: what is typed here stays. */
  follow(read: R): void
  /** Whether leaving now would lose something. */
  wouldLose(): boolean
}

interface Saving<D extends object, R> {
  /** The record as it was read, with its version; null for a new one. */
  readonly read: R | null
  draftOf(read: R | null): D
  /**
   * @param from what was read last: its version goes with the change
   * @param stored to be called as soon as the service has it: until then whoever leaves is asked, and then the form may end by itself
   * @returns the record as it was saved, where the form stays open and goes on from there; else what closes it or leads on, which is not
   * done where the form was left meanwhile: whoever left it is elsewhere
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a form that ends by itself answers nothing
  save(draft: D, from: R | null, stored: () => void): Promise<R | (() => void) | void>
  /** Reads the record again, after somebody else has saved it. */
  again?(): Promise<R>
}

/** A form over a record: what is typed is kept whatever comes, and a conflict shows both values. */
export function useDraft<D extends object, R>({ read, draftOf, save, again }: Saving<D, R>): Draft<D, R> {
  const [from, setFrom] = useState(read)
  const [base, setBase] = useState(() => draftOf(read))
  const [draft, setDraft] = useState(base)
  const [theirs, setTheirs] = useState<R | null>(null)
  const { told, wait, isBusy, run } = useSending(takeUpFault)
  const isSaved = useRef(false)
  const isGone = useIsGone()
  const isChanged = !isSame(draft, base)
  /** What was typed since it was sent stays. */
  function startFrom(saved: R, sent: D) {
    isSaved.current = false
    const fresh = draftOf(saved)
    setFrom(saved)
    setBase(fresh)
    setDraft((now) => merged(now, sent, fresh))
  }
  const submit = (by: R | null, what = draft) =>
    void run(async () => {
      const isStillHere = notedHere()
      try {
        const saved = await save(what, by, () => {
          isSaved.current = true
        })
        if (typeof saved === 'function') {
          if (!isGone.current && isStillHere()) (saved as () => void)()
        } else if (saved) startFrom(saved, what)
      } catch (fault) {
        isSaved.current = false
        // nobody sees the form any more that would say it
        if (isGone.current) return tellFault(fault)
        const isOvertaken = again !== undefined && fault instanceof Refused && fault.code === 'version_conflict'
        if (fault instanceof Overtaken) setTheirs(fault.theirs)
        else if (isOvertaken) setTheirs(await again())
        else throw fault
        // what else the page shows is older, too
        takeUpFault(fault)
      }
    })
  return {
    draft,
    base,
    isChanged,
    isBusy,
    told,
    wait,
    theirs: theirs === null ? null : draftOf(theirs),
    set(change) {
      // a form that stays open after it was saved has something to lose again
      isSaved.current = false
      setDraft((before) => ({ ...before, ...change }))
    },
    faultOf: (field) => told?.fields.get(field),
    submit: () => submit(from),
    settle(keep) {
      if (theirs === null) return
      const fresh = draftOf(theirs)
      setFrom(theirs)
      setTheirs(null)
      setBase(fresh)
      const next = keep === 'mine' ? merged(draft, base, fresh) : fresh
      setDraft(next)
      if (keep === 'mine') submit(theirs, next)
    },
    follow(fresh) {
      // which values both are told of does not change under the question
      if (theirs !== null) return
      const next = draftOf(fresh)
      const isOther = (one: D, than: D, name: string) => !isSame(one[name as keyof D], than[name as keyof D])
      // what both changed is shown when it is saved
      if (Object.keys(next).some((name) => [base, next].every((one) => isOther(draft, one, name)) && isOther(next, base, name))) return
      setFrom(fresh)
      setBase(next)
      setDraft((mine) => merged(mine, base, next))
    },
    wouldLose: () => isChanged && !isSaved.current,
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What was changed here, over all else as it is now. */
function merged<D extends object>(mine: D, base: D, now: D): D {
  const kept = Object.entries(mine).filter(([name, value]) => !isSame(value, base[name as keyof D]))
  return { ...now, ...Object.fromEntries(kept) }
}

/** The fields whose values are other than they were read, as they are now. */
export function changedOf<D extends object>({ draft, base }: { readonly draft: D; readonly base: D }): Partial<D> {
  const changed = Object.entries(draft).filter(([name, value]) => !isSame(value, base[name as keyof D]))
  return Object.fromEntries(changed) as Partial<D>
}
