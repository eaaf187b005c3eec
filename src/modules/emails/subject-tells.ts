/** A subject may call the recipient by name; by whatever else of them it may tell their address. */
const namesAlone = /recipient\s*\.\s*(?:firstName|lastName)\b/g

/**
 * Whether a subject tells the address of its recipient, or may.
 * @param template its text in Liquid: what it asks for need not look like an address in the end
 * @param line what came of it, where a variable may have brought the address along
 */
export const tellsOf = (address: string, template: string, line: string): boolean =>
  /recipient/.test(template.replace(namesAlone, '')) || line.toLowerCase().includes(address.toLowerCase().split('@', 1)[0]!)
