import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useTold } from '../../ui/fault.ts'
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx'
import { TenantSelect } from '../../ui/form/TenantSelect.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Fault, Note } from '../../ui/Note.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { ImportFaults } from './ImportFaults.tsx'
import { ImportFile } from './ImportFile.tsx'
import { Ended, Unreadable } from './import-run.ts'
import { useImport } from './use-import.ts'

/** `/users/import`: users from elsewhere, a line each. A trial comes first; the work can be stopped and gone on with. */
export default function Import() {
  const { t, number } = useI18n()
  const { me, can } = useStart()
  const own = me?.tenantId ?? null
  const [chosen, setChosen] = useState<string | null>(null)
  const [way, setWay] = useState<'file' | 'text'>('file')
  const [file, setFile] = useState<File | null>(null)
  const [text, setText] = useState('')
  const tenantId = chosen ?? own
  const pasted = useMemo(() => (text.trim() === '' ? null : new Blob([text])), [text])
  const work = useImport(way === 'file' ? file : pasted, tenantId)
  const { phase, progress, error, isBusy } = work
  const { told: plain, wait } = useTold(error)
  const told = plain && error instanceof Ended ? { ...plain, text: error.message, traceId: error.traceId ?? null } : plain
  const isReady = (way === 'file' ? file : pasted) !== null && tenantId !== null && wait === 0
  const isBegun = phase === 'importing' || phase === 'stopping' || phase === 'stopped' || phase === 'done'
  return (
    <RecordPage title={t('new.import')} kind={t('new.import')} trail={[{ title: t('nav.users'), to: '/users' }]} onRetry={() => {}}>
      <LeaveGuard
        isChanged={() => isBusy || phase === 'stopped' || (phase !== 'done' && pasted !== null)}
        {...(isBusy && { title: t('import.leave'), hint: t('import.leaveHint'), discard: t('import.leaveNow') })}
      />
      <div className="stack narrow">
        <p className="dim">{t('import.what')}</p>
        {(own === null || can('tenants.view')) && (
          <TenantSelect label={t('fact.tenant')} value={tenantId} isRequired isDisabled={isBusy} onChange={setChosen} />
        )}
        <ImportFile
          file={file}
          text={text}
          way={way}
          isOff={isBusy}
          onFile={setFile}
          onText={setText}
          onWay={(next) => !isBusy && setWay(next)}
        />
        {told && <Fault told={error instanceof Unreadable ? { ...told, text: t('import.otherFile') } : told} wait={wait} />}
        {(isBusy || phase === 'stopped') && (
          <div className="stack">
            <progress
              className="progress"
              value={progress.share}
              max={1}
              aria-label={t(phase === 'checking' ? 'import.checking' : 'import.importing')}
            />
            <p role="status" className="dim">
              {t(phase === 'checking' ? 'import.checkedSoFar' : 'import.madeSoFar', { count: progress.made, line: number(progress.line) })}
            </p>
          </div>
        )}
        {phase === 'checked' && <Note tone={progress.made > 0 ? 'blue' : 'amber'}>{t('import.checked', { count: progress.made })}</Note>}
        {phase === 'stopped' && !told && <Note tone="amber">{t('import.stopped', { line: number(progress.line) })}</Note>}
        {phase === 'done' && <Note tone="green">{t('import.done', { count: progress.made })}</Note>}
        <div className="acts">
          {phase === 'ready' && (
            <Button disabled={!isReady} onClick={work.check}>
              {t('import.check')}
            </Button>
          )}
          {phase === 'checked' && (
            <>
              <Button variant="default" disabled={!isReady} onClick={work.check}>
                {t('import.checkAgain')}
              </Button>
              <Button disabled={!isReady || progress.made === 0} leftSection={<Icon name="upload" size={15} />} onClick={work.start}>
                {t('import.start', { count: progress.made })}
              </Button>
            </>
          )}
          {isBusy && (
            <Button variant="default" disabled={phase === 'stopping'} onClick={work.stop}>
              {t(phase === 'stopping' ? 'import.stopping' : 'import.stop')}
            </Button>
          )}
          {phase === 'stopped' && (
            <Button disabled={!isReady} onClick={work.goOn}>
              {t('import.goOn', { line: number(progress.line + 1) })}
            </Button>
          )}
        </div>
        {(isBegun || phase === 'checked' || phase === 'checking') && <ImportFaults progress={progress} />}
      </div>
    </RecordPage>
  )
}
