/** A phone number without what people put between its digits to read it: the service takes none of it. Empty for nothing. */
export const plainPhone = (text: string): string => text.replace(/[\s().-]/g, '')
