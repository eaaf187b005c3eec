import { HolderTurns } from '#core/turns/holder-turns.ts'

/** Pictures that are decoded or cleaned, of the whole process. Two at a time: one alone would make everybody wait for whoever sends slow ones. */
export const pictureTurns = new HolderTurns(2)
const largeTurns = new HolderTurns(1)

/**
 * What `work` comes to, when a turn of its holder has come. Of large pictures one is at work in the process, and a small one beside it: a large one
 * takes more than a hundred megabytes, however small its file is.
 * @param isLarge whether it is decoded into more than two million pixels, or is a drawing of more than a megabyte
 */
export const inTurn = <T>(holder: string, isLarge: boolean, work: () => Promise<T>): Promise<T> =>
  isLarge ? largeTurns.pass(holder, () => pictureTurns.pass(holder, work)) : pictureTurns.pass(holder, work)
