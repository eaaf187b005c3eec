import { conflict } from '#core/errors.ts'
import { nameKey } from '#core/text/name-key.ts'

const seededKeys: ReadonlySet<string> = new Set(['superadmin', 'platformviewer', 'tenantadmin', 'viewer'])

/** Cyrillic and Greek letters that look like those of the seeded names. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a',
    ԁ: 'd',
    е: 'e',
    і: 'i',
    м: 'm',
    о: 'o',
    р: 'p',
    ѕ: 's',
    т: 't',
    ԝ: 'w',
    α: 'a',
    ε: 'e',
    ι: 'i',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    υ: 'u',
  }),
)

/** Letters only, without accents, lookalikes read as what they look like: "Super-Ádmіn" is "superadmin". */
function plainLetters(name: string): string {
  const letters = nameKey(name)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
  return [...letters].map((letter) => lookalikes.get(letter) ?? letter).join('')
}

/**
 * Throws 409 `conflict` naming `name` when a custom role would be read as one of the seeded ones, in whatever tenant: who is
 * shown "SuperAdmin" must be able to believe it. `seed` is what the role was seeded as: a seeded role may have its own name.
 */
export function refuseSeededName(name: string, seed: string | null = null): void {
  const letters = plainLetters(name)
  if (seededKeys.has(letters) && letters !== seed?.toLowerCase()) throw conflict('name')
}
