/** The built-in texts (SMS). Each carries a secret, and leaves before all mails. */
export const textTemplates = ['phone_verification'] as const

export type TextTemplate = (typeof textTemplates)[number]
