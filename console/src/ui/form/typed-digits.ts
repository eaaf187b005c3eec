/** The digits of an Arabic or Persian keyboard as those that the service takes: both stand at an address that ends as they do. */
export const plainDigits = (text: string): string => text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))

/** A code without what apps and people put between its digits to read it, and marks of direction that are copied along. */
export const plainCode = (text: string): string => plainDigits(text).replace(/[\s\p{Pd}\p{Cf}]/gu, '')

/** The digits of what was typed or pasted, six at most. */
export const sixDigits = (text: string): string => plainDigits(text).replace(/\D/g, '').slice(0, 6)
