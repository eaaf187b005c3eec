/**
 * Named places at which a test may end the process as a power cut would. Each stands where a crash is worst: between two
 * things that cannot be one transaction, or inside one where half of it would be worst.
 */
export const crashLabels = [
  'fan-out.before-commit',
  'fan-out.after-commit',
  'mail.before-send',
  'mail.after-send',
  'text.before-send',
  'text.after-send',
  'template.in-render',
  'webhook.before-send',
  'webhook.after-send',
  'request.after-commit',
  'bulk.after-batch',
  'transfer.without-superadmin',
  'transfer.before-commit',
  'erasure.after-batch',
  'domain.before-apply',
  'tenant-switch.after-batch',
  'late-marks.after-batch',
  'purge-marks.after-batch',
  'upload.before-row',
  'file.before-delete',
  'backup.before-end',
  'restore.before-commit',
] as const

export type CrashLabel = (typeof crashLabels)[number]

let armed: { label: CrashLabel; passages: number } | null = null

/**
 * Sets the one place to crash at, from `FAIL_AT`: `label` or `label:n`, the n-th time it is passed. Null arms nothing.
 * @throws Error for a label that does not exist, so that a test cannot wait for a crash that never comes.
 */
export function armCrashPoints(failAt: string | null): void {
  if (failAt === null) {
    armed = null
    return
  }
  const [, name, count] = /^([a-z.-]+)(?::([1-9]\d{0,5}))?$/.exec(failAt) ?? []
  const label = crashLabels.find((known) => known === name)
  if (!label) throw new Error(`FAIL_AT must be one of ${crashLabels.join(', ')}, with :n for the n-th passage`)
  armed = { label, passages: Number(count ?? 1) }
}

/** Passes a place; ends the process by SIGKILL where it is the armed one: nothing of the process runs afterwards. */
export function crashPoint(label: CrashLabel): void {
  if (armed?.label !== label) return
  armed.passages -= 1
  if (armed.passages > 0) return
  process.kill(process.pid, 'SIGKILL')
  // the signal may take a moment; the next statement must not run in it
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
