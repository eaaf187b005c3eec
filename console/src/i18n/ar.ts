import { account } from './ar/account.ts'
import { accountOwn } from './ar/account-own.ts'
import { arFirst } from './ar-first.ts'
import { arRest } from './ar-rest.ts'
import type { Texts } from './en.ts'

export const ar: Texts = { ...arFirst, ...arRest, ...account, ...accountOwn }
