import type { templates as table } from '../../sitemap/templates.ts'
import type { Loaders } from '../../ui/loaders.ts'

export const templates: Loaders<typeof table> = {}
