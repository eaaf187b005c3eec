/** A name of ours as the database has it: `createdAt` is `created_at`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
