import { countedWithin } from '#db/lists/list-within.ts'
import { can } from '#http/access.ts'
import { route } from '#http/route.ts'
import { auditList } from '#modules/audit/audit.list.ts'
import { readWorst } from './dashboard.addresses.ts'
import { ChangesQuery, readChanges } from './dashboard.changes.list.ts'
import { readCharts, readDistribution, readLoginActivity } from './dashboard.charts.ts'
import {
  DashboardCharts,
  DashboardSummary,
  DaysQuery,
  EventDistribution,
  LoginActivity,
  SecurityEvents,
  TodayQuery,
  TopBlockedIps,
  WithinQuery,
  WorstQuery,
} from './dashboard.schema.ts'
import { readSecurity } from './dashboard.security.ts'
import { readSummary } from './dashboard.summary.ts'

const access = can('dashboard.view')

export const dashboardRoutes = {
  'GET /summary': route({
    operationId: 'getDashboardSummary',
    summary: 'How many admins, users and tenants there are, sign-ins of today, and storage',
    access,
    query: TodayQuery,
    reply: DashboardSummary,
    also: ['GET /api/v1/dashboard/stats'],
    run: async (ctx, { query }) => readSummary(await countedWithin(ctx, query.within), query.timeZone),
  }),

  'GET /login-activity': route({
    operationId: 'getLoginActivity',
    summary: 'Sign-ins that succeeded and failed, day by day',
    access,
    query: DaysQuery,
    reply: LoginActivity,
    run: async (ctx, { query }) => readLoginActivity(await countedWithin(ctx, query.within), query),
  }),

  'GET /recent-changes': route({
    operationId: 'listRecentChanges',
    summary: 'Page of what was made, changed and deleted lately, newest first',
    access,
    query: ChangesQuery,
    reply: auditList.pageSchema,
    run: (ctx, { query }) => readChanges(ctx, query),
  }),

  'GET /event-distribution': route({
    operationId: 'getEventDistribution',
    summary: 'How often what happened, the most frequent first',
    access,
    query: DaysQuery,
    reply: EventDistribution,
    run: async (ctx, { query }) => readDistribution(await countedWithin(ctx, query.within), query),
  }),

  'GET /security-events': route({
    operationId: 'getSecurityEvents',
    summary: 'Failed sign-ins, locked accounts and addresses of the last day, and the newest failures and refusals',
    access,
    query: WithinQuery,
    reply: SecurityEvents,
    run: async (ctx, { query }) => readSecurity(ctx, await countedWithin(ctx, query.within)),
  }),

  'GET /top-blocked-ips': route({
    operationId: 'listTopBlockedIps',
    summary: 'Addresses that failed most often where the caller may look',
    description: 'Of each day the 25 that failed most often are compared; the numbers of those shown are whole.',
    access,
    query: WorstQuery,
    reply: TopBlockedIps,
    run: async (ctx, { query }) => readWorst(await countedWithin(ctx, query.within), query),
  }),

  'GET /charts': route({
    operationId: 'getDashboardCharts',
    summary: 'Sign-ins day by day, and how often what happened, in one answer',
    access,
    query: DaysQuery,
    reply: DashboardCharts,
    isEnveloped: true,
    run: async (ctx, { query }) => readCharts(await countedWithin(ctx, query.within), query),
  }),
}
