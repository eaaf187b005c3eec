import { type NamedSetting, type SettingName, settingNamed } from '#core/settings/declaration.ts'
import { revoke } from '#db/live/revocations.ts'
import { sealedPlace } from '#db/live/service-settings.ts'
import { lockByName } from '#db/rows/advisory-locks.ts'
import type { Context } from '#db/rows/context.ts'

/** Keeps all others from changing settings until the transaction ends: what is read next holds. */
export const lockSettings = (ctx: Context): Promise<void> => lockByName(ctx.db, 'serviceSettings', '')

/** Stores settings, and forgets those that are the default again, on every process once it is committed. */
export async function store(ctx: Context, set: ReadonlyMap<SettingName, unknown>, cleared: readonly SettingName[]): Promise<void> {
  const rows = [...set].map(([name, value]) => ({ name, ...cellOf(ctx, settingNamed(name)!, value), updatedAt: ctx.now }))
  if (rows.length > 0) {
    await ctx.db
      .insertInto('serviceSettings')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({
          value: eb.ref('excluded.value'),
          sealed: eb.ref('excluded.sealed'),
          updatedAt: eb.ref('excluded.updatedAt'),
        })),
      )
      .execute()
  }
  if (cleared.length > 0) await ctx.db.deleteFrom('serviceSettings').where('name', 'in', cleared).execute()
  await revoke(ctx, 'service', null)
}

/**
 * Forgets all that is stored, also what this version does not know or take, on every process once it is committed.
 * @returns the names of what was there
 */
export async function clear(ctx: Context): Promise<string[]> {
  const gone = await ctx.db.deleteFrom('serviceSettings').returning('name').execute()
  await revoke(ctx, 'service', null)
  return gone.map(({ name }) => name)
}

const cellOf = (ctx: Context, { isSecret, name }: NamedSetting, value: unknown) =>
  isSecret
    ? { value: null, sealed: ctx.service.keys.sealSecret(String(value), sealedPlace(name)) }
    : { value: JSON.stringify(value), sealed: null }
