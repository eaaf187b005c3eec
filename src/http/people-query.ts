import { z } from 'zod'
import { wholeNumber } from '#db/lists/list-query.ts'

const mostFound = 50

/** What finds people to send something to, of both kinds at once. */
export const PeopleQuery = z.strictObject({
  q: z
    .string()
    .trim()
    .min(2)
    .max(50)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), { params: { code: 'nul_character' } })
    .meta({ description: 'Words in any order, of name, username or address; `%` and `_` stand for themselves' }),
  type: z.enum(['admin', 'user']).optional().meta({ description: 'Admins or users alone; both when left out' }),
  limit: wholeNumber(mostFound)
    .default(10)
    .meta({ description: `How many are named, 1 to ${mostFound}` }),
})
