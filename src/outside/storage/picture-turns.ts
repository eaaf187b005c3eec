import { HolderTurns } from '#core/turns/holder-turns.ts'

/**
 * Pictures that are decoded or cleaned, of the whole process. Two at a time: a decoded one takes up to 64 MiB, whatever the size of its file, and
 * one alone would make everybody wait for whoever sends slow ones.
 */
export const pictureTurns = new HolderTurns(2)
