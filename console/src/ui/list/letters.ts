/** The Latin letter of a key; by its place where the keyboard has others, as an Arabic one. */
export const letterOf = ({ key, code }: { key: string; code: string }): string =>
  (/^[\x20-\x7e]$/.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? '')).toLowerCase()
