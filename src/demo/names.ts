import type { Dice } from './dice.ts'

/** As written in an address, and in Arabic where the name is one. */
interface GivenName {
  readonly latin: string
  readonly arabic?: string
}

const given = (...names: (readonly [string, string])[]): GivenName[] => names.map(([latin, arabic]) => ({ latin, arabic }))
const plain = (names: string): GivenName[] => names.split(' ').map((latin) => ({ latin }))

const arabicFirst = given(
  ['Ahmad', 'أحمد'],
  ['Layla', 'ليلى'],
  ['Omar', 'عمر'],
  ['Noor', 'نور'],
  ['Khaled', 'خالد'],
  ['Salma', 'سلمى'],
  ['Yousef', 'يوسف'],
  ['Rania', 'رانيا'],
  ['Tariq', 'طارق'],
  ['Huda', 'هدى'],
  ['Samir', 'سمير'],
  ['Dina', 'دينا'],
  ['Faisal', 'فيصل'],
  ['Mariam', 'مريم'],
  ['Hassan', 'حسن'],
  ['Reem', 'ريم'],
)
const arabicLast = given(
  ['Haddad', 'حداد'],
  ['Mansour', 'منصور'],
  ['Khoury', 'خوري'],
  ['Saleh', 'صالح'],
  ['Najjar', 'نجار'],
  ['Darwish', 'درويش'],
  ['Qasim', 'قاسم'],
  ['Shami', 'شامي'],
  ['Barakat', 'بركات'],
  ['Zaidan', 'زيدان'],
  ['Awad', 'عوض'],
  ['Hamdan', 'حمدان'],
)
const englishFirst = plain('Emma Liam Grace Owen Chloe Jack Ruth Noah Isla Henry Maeve Peter Alice Simon Nora Hugo Clara Finn Edith Leo')
const englishLast = plain('Byrne Walker Hughes Carter Doyle Fraser Bennett Nolan Palmer Quinn Reid Sutton Turner Marsh Ellis Hayes')

export interface Name {
  readonly firstName: string
  readonly lastName: string
  /** The part of an address before the @. */
  readonly mailbox: string
}

/** The name of somebody, in Arabic letters for most where Arabic is spoken; `taken` keeps mailboxes apart and gets the new one. */
export function nameOf(dice: Dice, language: 'en' | 'ar', taken: Set<string>): Name {
  const isArabic = dice.chance(language === 'ar' ? 0.85 : 0.1)
  const first = dice.pick(isArabic ? arabicFirst : englishFirst)
  const last = dice.pick(isArabic ? arabicLast : englishLast)
  const inArabic = language === 'ar' && dice.chance(0.8)
  const written = (name: GivenName) => (inArabic ? (name.arabic ?? name.latin) : name.latin)
  const stem = `${first.latin}.${last.latin}`.toLowerCase()
  let mailbox = stem
  for (let number = 2; taken.has(mailbox); number++) mailbox = `${stem}${number}`
  taken.add(mailbox)
  return { firstName: written(first), lastName: written(last), mailbox }
}

/** Numbers that no one has: Ofcom keeps them free for drama. */
export const phoneNumber = (dice: Dice): string => `+447700900${String(dice.between(0, 999)).padStart(3, '0')}`

/** Addresses for documentation (RFC 5737): nobody's. */
export const officeAddress = (dice: Dice): string => `198.51.100.${dice.between(1, 254)}`
export const homeAddress = (dice: Dice): string => `192.0.2.${dice.between(1, 254)}`
export const strangeAddress = (dice: Dice): string => `203.0.113.${dice.between(1, 254)}`

const devices = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
]
export const deviceOf = (dice: Dice): string => dice.pick(devices)
