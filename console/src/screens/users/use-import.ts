/** An import as a page sees it: first a trial, then the work, which can be stopped and gone on with. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, type Input } from '../../api/client.ts'
import { beginning, type Progress, runImport } from './import-run.ts'

export type Phase = 'ready' | 'checking' | 'checked' | 'importing' | 'stopping' | 'stopped' | 'done'

/** How often progress is drawn: it comes by the thousand. */
const drawEveryMs = 120

export function useImport(file: Blob | null, tenantId: string | null) {
  const cache = useQueryClient()
  const [phase, setPhase] = useState<Phase>('ready')
  const [progress, setProgress] = useState(beginning)
  const [error, setError] = useState<unknown>(null)
  const isStopped = useRef(false)
  const drawn = useRef(0)
  const last = useRef(beginning)
  // another file or tenant is another import
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    setPhase('ready')
    setProgress(beginning)
    setError(null)
    return () => {
      isStopped.current = true
    }
  }, [file, tenantId])
  async function run(isTrial: boolean, from: Progress) {
    if (file === null) return
    isStopped.current = false
    setError(null)
    setProgress(from)
    setPhase(isTrial ? 'checking' : 'importing')
    const query = { ...(isTrial && { dryRun: true }), ...(tenantId && { tenantId }) }
    last.current = from
    try {
      const isWhole = await runImport({
        file,
        isTrial,
        from,
        send: (values) => call('importUsers', { query, body: values as Input<'importUsers'>['body'] }),
        isStopped: () => isStopped.current,
        onProgress(now) {
          last.current = now
          if (Date.now() - drawn.current < drawEveryMs) return
          drawn.current = Date.now()
          setProgress(now)
        },
      })
      setPhase(isWhole ? (isTrial ? 'checked' : 'done') : isTrial ? 'ready' : 'stopped')
    } catch (fault) {
      setError(fault)
      setPhase(isTrial ? 'ready' : 'stopped')
    }
    setProgress(last.current)
    if (!isTrial) await cache.invalidateQueries({ predicate: ({ queryKey: [name] }) => /User/.test(String(name)) })
  }
  return {
    phase,
    progress,
    error,
    isBusy: phase === 'checking' || phase === 'importing' || phase === 'stopping',
    check: () => void run(true, beginning),
    start: () => void run(false, beginning),
    goOn: () => void run(false, progress),
    stop() {
      isStopped.current = true
      setPhase('stopping')
    },
  }
}
