import { z } from 'zod'
import { auditList } from '#modules/audit/audit.list.ts'

const Format = z.enum(['csv', 'pdf']).default('csv').meta({ description: 'What the file is to be' })

/** What is exported, and as what. */
export const ExportQuery = auditList.walkSchema({ format: Format })
export type ExportQuery = z.output<typeof ExportQuery>
