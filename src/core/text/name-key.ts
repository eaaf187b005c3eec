/**
 * What two names of records are compared by: alike to a reader is alike to us. Letter case, widths, runs of spaces and whatever
 * leaves no trace on a screen make no difference.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/** A single character may stand for eighteen. */
export const longestNameKey = 200
