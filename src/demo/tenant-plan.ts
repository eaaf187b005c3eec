import type { Dice } from './dice.ts'
import type { Person } from './visits.ts'

export const levels = ['reseller', 'country', 'franchise', 'shop', 'branch'] as const
export type Level = (typeof levels)[number]

/** One tenant: as planned, and what is filled in once it stands. */
export interface Place {
  readonly name: string
  readonly code: string
  readonly level: Level
  readonly language: 'en' | 'ar'
  readonly address: string
  readonly parent: Place | null
  id: string
  /** Its first TenantAdmin comes first. */
  people: Person[]
  roles: { id: string; name: string }[]
  groups: { id: string; roleIds: string[] }[]
  /** Suspended, switched off or deleted, itself or something above it: nobody of it signs in. */
  isClosed: boolean
}

const resellers = [
  {
    name: 'Sandgrouse Commerce',
    countries: [
      ['Jordan', 'ar', ['Amman', 'Irbid', 'Aqaba']],
      ['Egypt', 'ar', ['Cairo', 'Alexandria', 'Luxor']],
      ['Lebanon', 'ar', ['Beirut', 'Tripoli', 'Byblos']],
    ],
  },
  {
    name: 'Meridian Retail Partners',
    countries: [
      ['Ireland', 'en', ['Dublin', 'Cork', 'Galway']],
      ['Canada', 'en', ['Toronto', 'Halifax', 'Montreal']],
      ['Oman', 'ar', ['Muscat', 'Salalah', 'Sohar']],
    ],
  },
] as const
const franchises = [
  ...['Olive & Thyme', 'Blue Lantern Books', 'Cedar Pharmacy', 'Saffron Kitchen', 'Daily Loaf', 'Green Bicycle'],
  ...['Paper Crane', 'Harbour Optics', 'Juniper Flowers', 'Copper Kettle', 'Little Atlas Toys', 'Pomegranate Juice Bar'],
]
const districts = ['Airport', 'Old Town', 'Harbour', 'University', 'Central Station', 'Market Street', 'Garden Mall']

/** The tree from the top: two resellers, their countries, two franchises in each, a shop in two or three towns, branches of some. */
export function planPlaces(dice: Dice): Place[] {
  const places: Place[] = []
  const add = (level: Level, name: string, parent: Place | null, language: 'en' | 'ar', address: string): Place => {
    const code = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    const place = { name, code, level, language, address, parent, id: '', people: [], roles: [], groups: [], isClosed: false }
    places.push(place)
    return place
  }
  const street = () => `${dice.between(1, 180)} ${dice.pick(['Palm', 'Station', 'King', 'Orchard', 'Quay'])} Street`
  const names = [...franchises]
  for (const { name, countries } of resellers) {
    const reseller = add('reseller', name, null, 'en', street())
    for (const [country, language, towns] of countries) {
      const inCountry = add('country', `${name} ${country}`, reseller, language, `${street()}, ${towns[0]}`)
      for (const franchise of [names.shift(), names.shift()] as string[]) {
        const brand = add('franchise', franchise, inCountry, language, `${street()}, ${towns[0]}`)
        for (const town of dice.some(towns, dice.between(2, 3))) {
          const shop = add('shop', `${franchise} ${town}`, brand, language, `${street()}, ${town}`)
          for (const district of dice.some(districts, dice.between(1, 2)))
            add('branch', `${franchise} ${town} ${district}`, shop, language, `${street()}, ${town}`)
        }
      }
    }
  }
  return places
}

export function isWithin(place: Place, above: Place): boolean {
  return place === above || (place.parent !== null && isWithin(place.parent, above))
}
