import { Counter, gauge, type Measures } from '#core/measures.ts'

/** What may become of a nightly backup that was begun; one that the end of the service stops is none of them. */
type BackupOutcome = 'made' | 'failed'

/** How the nightly backups fare: when the newest was begun, whichever process made it, and what became of those of this process. */
export class BackupState {
  #newest: Date | null = null
  readonly #ends = new Counter<{ outcome: BackupOutcome }>('Nightly backups that this process began, by what became of them', {
    outcome: ['made', 'failed'],
  })

  /** @param newest when the newest whole backup that was found was begun; null where there is none */
  found(newest: Date | null): void {
    this.#newest = newest
  }

  /** One more has ended. */
  ended(outcome: BackupOutcome): void {
    this.#ends.add({ outcome })
  }

  measures(): Measures {
    return {
      tenantry_backup_last_success_timestamp_seconds: gauge(
        'Unix time of the newest whole backup in BACKUP_DIR, as it was last seen; 0 while none is known',
        () => (this.#newest?.getTime() ?? 0) / 1000,
      ),
      tenantry_backups_total: this.#ends,
    }
  }
}
