import type { Kysely } from 'kysely'
import {
  allSettings,
  type Given,
  holdsInBoth,
  type Origin,
  type SettingName,
  type SettingValues,
  settingNamed,
  settle,
} from '#core/settings/declaration.ts'
import type { Database } from '#db/database.ts'
import type { KeyRing } from '#db/keys/keys.ts'
import type { Tables } from '#db/tables.ts'
import type { RevocationBatch } from './revocation-reader.ts'

/** Told, at once, of every new state, with the one before. Must not throw: what holds, holds. */
export type Follower = (values: SettingValues, before: SettingValues) => void

interface Options {
  readonly database: Pick<Database, 'reader'>
  readonly keys: Pick<KeyRing, 'openSecret'>
  /** What the environment sets: it wins. */
  readonly environment: Given
  readonly log: { warn(fields: object, sentence: string): void }
}

/** The place that the secret of a setting is sealed for. */
export const sealedPlace = (name: SettingName): string => `service_settings:${name}`

/**
 * The settings of the service as they hold on this process: what the environment sets, else what the API set, else the default. All
 * change at once, by one assignment; whoever keeps `values` keeps one state.
 */
export class ServiceSettings {
  readonly #options: Options
  readonly #followers: Follower[] = []
  #stored: Given
  #values: SettingValues

  private constructor(options: Options, stored: Given) {
    this.#options = options
    this.#stored = stored
    this.#values = settle(options.environment, stored)
  }

  static async load(options: Options): Promise<ServiceSettings> {
    return new ServiceSettings(options, await readStored(options, options.database.reader))
  }

  get values(): SettingValues {
    return this.#values
  }

  /** What the environment sets. */
  get environment(): Given {
    return this.#options.environment
  }

  originOf(name: SettingName): Origin {
    if (this.#options.environment.has(name)) return 'environment'
    return this.#stored.has(name) ? 'database' : 'default'
  }

  /** Has `follow` told of every change from now on. */
  follow(follow: Follower): void {
    this.#followers.push(follow)
  }

  /** What is stored now, in the transaction of a change, under whatever lock its caller took. */
  async read(db: Kysely<Tables>): Promise<Given> {
    return await readStored(this.#options, db)
  }

  /** For `LiveLog.subscribe`, after the keys: reads all again. */
  async apply(batch: RevocationBatch): Promise<void> {
    if (batch !== 'flush' && !batch.some(({ topic }) => topic === 'service')) return
    const stored = await readStored(this.#options, this.#options.database.reader)
    const before = this.#values
    const values = settle(this.#options.environment, stored)
    this.#stored = stored
    // as after most flushes: who follows has nothing to do
    if (allSettings.every((setting) => holdsInBoth(values, before, setting))) return
    this.#values = values
    for (const follow of this.#followers) follow(values, before)
  }
}

/** What an older or newer version stored, and this one would not take, counts as not set. */
async function readStored({ keys, log }: Options, db: Kysely<Tables>): Promise<Given> {
  const rows = await db.selectFrom('serviceSettings').select(['name', 'value', 'sealed']).execute()
  const stored = new Map<SettingName, unknown>()
  for (const { name, value, sealed } of rows) {
    const setting = settingNamed(name)
    if (!setting) continue
    try {
      stored.set(setting.name, setting.schema.parse(sealed === null ? value : keys.openSecret(sealed, sealedPlace(setting.name))))
    } catch {
      log.warn({ setting: name }, 'a stored setting is out of bounds or can not be opened, and is not used')
    }
  }
  return stored
}
