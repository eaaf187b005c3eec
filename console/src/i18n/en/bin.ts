export const bin = {}
