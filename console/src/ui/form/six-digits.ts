/** The digits of what was typed or pasted, six at most: `123 456`, and those of an Arabic keyboard. */
export const sixDigits = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\D/g, '')
    .slice(0, 6)
