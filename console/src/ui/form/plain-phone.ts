import { plainDigits } from './typed-digits.ts'

/** A phone number without what people put between its digits to read it, in digits that the service takes. Empty for nothing. */
export const plainPhone = (text: string): string => plainDigits(text).replace(/[\s\p{Pd}\p{Cf}().]/gu, '')
