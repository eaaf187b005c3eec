export const emails = {}
