import type { files as table } from '../../../console/src/sitemap/files.ts'
import type { Proofs } from './proof.ts'

export const files: Proofs<typeof table> = {
  '/files': { address: '/files', ready: '.table-box .nothing', opens: ['.head button', '.tools button'] },
}
