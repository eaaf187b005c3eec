import pg from 'pg'

const int8 = 20
const date = 1082

type Parser = (value: string) => unknown

/**
 * How column types become JavaScript values, the same on both databases: `int8` a number (counts; no identifier is numeric),
 * `date` its text (a Date would shift by the time zone), the rest as `pg` does it (timestamptz a Date, jsonb parsed, numeric text).
 */
export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parser {
    if (format !== 'binary') {
      if (oid === int8) return Number
      if (oid === date) return (value) => value
    }
    return pg.types.getTypeParser(oid, (format ?? 'text') as 'text') as Parser
  },
}
