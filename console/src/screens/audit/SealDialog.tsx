import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask, call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useTenantName } from '../../shell/use-place.ts'
import { Copyable, Fact, Facts } from '../../ui/Facts.tsx'
import { useTold } from '../../ui/fault.ts'
import { Fault, Note } from '../../ui/Note.tsx'
import { logOf, noneYet, type Proof, proofWith } from './proof.ts'

/** Goes through the seals of one log, step by step, and says what was found. @param looked the tenant that the list is of, if it is one */
export function SealDialog({ looked, onClose }: { looked: string | undefined; onClose(): void }) {
  const { t } = useI18n()
  const { start } = useStart()
  const own = start?.tenant ?? null
  const tenantId = logOf(own?.id ?? null, looked)
  const of = tenantId === null ? {} : { tenantId }
  const known = useTenantName(tenantId)
  const log = tenantId === null ? t('place.platform') : (known ?? t('place.tenant'))
  const key = JSON.stringify(of)
  const [round, setRound] = useState(0)
  const [proof, setProof] = useState<Proof>(noneYet)
  const [error, setError] = useState<unknown>(null)
  const { told, wait } = useTold(error)
  const checkpoint = useQuery(ask('getAuditCheckpoint', { query: of }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew when it is asked to, or for another log
  useEffect(() => {
    const stop = new AbortController()
    const walk = async () => {
      let found: Proof = noneYet
      setProof(found)
      setError(null)
      do {
        const from = found.next === null ? {} : { fromSequence: found.next }
        found = proofWith(found, await call('verifyAuditLog', { query: { ...of, ...from } }, stop.signal))
        setProof(found)
      } while (!found.isDone)
    }
    walk().catch((fault: unknown) => {
      if (!stop.signal.aborted) setError(fault)
    })
    return () => stop.abort()
  }, [key, round])
  const { checked, unsealed, erased, firstBreak, isDone } = proof
  return (
    <Modal opened onClose={onClose} title={t('audit.sealsTitle', { log })} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <div className="stack">
        <Fault told={told} wait={wait} />
        {!isDone && error === null && <Note tone="blue">{t('audit.checking', { count: checked })}</Note>}
        {isDone && !firstBreak && <Note tone="green">{t('audit.whole', { count: checked, log })}</Note>}
        {firstBreak && <Note tone="red">{t(`audit.break.${firstBreak.kind}`, { count: checked })}</Note>}
        <Facts>
          {firstBreak && (
            <Fact label={t('audit.firstBreak')}>
              {firstBreak.entryId && <Copyable text={firstBreak.entryId} label={t('act.copyId')} />}
            </Fact>
          )}
          {proof !== noneYet && (
            <>
              <Fact label={t('audit.unsealed')}>{t('audit.unsealedCount', { count: unsealed })}</Fact>
              <Fact label={t('audit.erased')}>{t('audit.erasedCount', { count: erased })}</Fact>
            </>
          )}
          <Fact label={t('audit.checkpoint')}>
            {checkpoint.data ? <Copyable text={checkpoint.data.hash} label={t('audit.copyCheckpoint')} /> : null}
          </Fact>
        </Facts>
        <p className="dim">{t(own ? 'audit.logOfOwn' : 'audit.logOfOne', { log })}</p>
        <p className="dim">{t('audit.checkpointHint')}</p>
        <div className="acts">
          <Button variant="default" disabled={(!isDone && error === null) || wait > 0} onClick={() => setRound(round + 1)}>
            {t('audit.again')}
          </Button>
          <Button onClick={onClose}>{t('act.close')}</Button>
        </div>
      </div>
    </Modal>
  )
}
