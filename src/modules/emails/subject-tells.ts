/** A subject may call the recipient by name; by whatever else of them it may tell their address. */
const namesAlone = /recipient\s*\.\s*(?:firstName|lastName)\b/g

/** Whether the text of a subject, in Liquid, asks for more of its recipient than a name: what it makes of that need not look like an address. */
export const asksForMore = (subject: string): boolean => /recipient/.test(subject.replace(namesAlone, ''))
