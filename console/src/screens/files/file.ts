import type { Reply } from '../../api/client.ts'

export type StoredFile = Reply<'listFiles'>['items'][number]
