import { z } from 'zod'
import { Id, named } from '#http/shapes.ts'

export const TenantStatus = named('TenantStatus', z.enum(['Active', 'Inactive', 'Suspended', 'Cancelled']))

export const TenantReference = named('TenantReference', z.object({ id: Id, name: z.string() }))
