import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { call, Refused } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useTold } from '../../ui/fault.ts'
import { useRehearsal } from '../../ui/form/use-rehearsal.ts'
import { unlessBusy, useSending } from '../../ui/form/use-sending.ts'
import { RightsDifference } from '../../ui/matrix/Difference.tsx'
import { bodyOf, type Grants, grantsOf, type RightGroup } from '../../ui/matrix/matrix.ts'
import { Fault, Note } from '../../ui/Note.tsx'
import { tell } from '../../ui/toasts.tsx'
import type { Role } from './role.ts'

interface Props {
  /** As it was read: its version goes with the change. */
  readonly role: Role
  readonly groups: readonly RightGroup[]
  readonly before: Grants
  readonly after: Grants
  onClose(): void
  /** Somebody else saved first, and one of both was chosen. */
  onTaken(theirs: Role, isMineKept: boolean): void
  onSaved(): Promise<void>
}

/** What is about to be given and taken, and from how many: the service has tried it before it is offered. */
export function ReviewDialog({ role, groups, before, after, onClose, onTaken, onSaved }: Props) {
  const { t } = useI18n()
  const { error, isBusy, run } = useSending()
  const [theirs, setTheirs] = useState<Role | null>(null)
  const body = { ...bodyOf(after), version: role.version }
  const { rehearsed, onMade } = useRehearsal(['role', role.id, body], () =>
    call('replaceRolePermissions', { path: { id: role.id }, query: { dryRun: true }, body }),
  )
  const refused = error ?? rehearsed.error
  const isConflict = refused instanceof Refused && refused.code === 'version_conflict'
  const { told, wait } = useTold(refused)
  const save = () =>
    void run(async () => {
      await call('replaceRolePermissions', { path: { id: role.id }, body })
      onMade()
      tell(t('told.saved', { name: role.name }))
      await onSaved()
    })
  const readTheirs = () => void run(async () => setTheirs(await call('getRole', { path: { id: role.id } })))
  const settle = (isMineKept: boolean) => {
    if (theirs) onTaken(theirs, isMineKept)
    setTheirs(null)
    if (!isMineKept) onClose()
  }
  const close = unlessBusy(isBusy, onClose)
  return (
    <Modal
      opened
      onClose={close}
      size={520}
      title={t('roles.reviewTitle', { name: role.name })}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <div className="stack">
        {theirs ? (
          <>
            <Note tone="amber">{t('form.conflict')}</Note>
            <h3>{t('form.theirs')}</h3>
            <RightsDifference groups={groups} before={before} after={grantsOf(theirs.permissions)} />
            <h3>{t('form.mine')}</h3>
          </>
        ) : (
          <p className="dim">{t('roles.reviewHint', { count: role.adminCount })}</p>
        )}
        <RightsDifference groups={groups} before={before} after={after} />
        {told && !theirs && <Fault told={told} wait={wait} />}
        <div className="acts">
          {theirs ? (
            <>
              <Button variant="default" onClick={() => settle(false)} data-autofocus>
                {t('form.takeTheirs')}
              </Button>
              <Button onClick={() => settle(true)}>{t('form.keepMine')}</Button>
            </>
          ) : (
            <>
              <Button variant="default" onClick={close} data-autofocus>
                {t('act.cancel')}
              </Button>
              {isConflict ? (
                <Button onClick={readTheirs}>{t('roles.compare')}</Button>
              ) : (
                <Button loading={isBusy || rehearsed.isPending} disabled={rehearsed.isError || wait > 0} onClick={save}>
                  {t('act.save')}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
    </Modal>
  )
}
