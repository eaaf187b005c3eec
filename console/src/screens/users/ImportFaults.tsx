import { useI18n } from '../../i18n/i18n.tsx'
import { mostFaults, type Progress } from './import-run.ts'

/** The lines that were left out, each with its reason. */
export function ImportFaults({ progress }: { progress: Progress }) {
  const { t, number } = useI18n()
  const { faults, skipped } = progress
  if (skipped === 0) return null
  const reasonOf = (code: string, reasons: readonly string[]) => {
    if (reasons.length > 0) return reasons.map((reason) => <div key={reason}>{reason}</div>)
    if (code === 'malformed_json') return t('import.noJson')
    return code === 'conflict' ? t('import.twice') : <code dir="ltr">{code}</code>
  }
  return (
    <div className="stack">
      <h2 id="import-faults">{t('import.leftOut', { count: skipped })}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section className="faults" tabIndex={0} aria-labelledby="import-faults">
        <table className="compare">
          <thead>
            <tr>
              <th scope="col">{t('import.line')}</th>
              <th scope="col">{t('fact.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ line, code, reasons }) => (
              <tr key={line}>
                <th scope="row">{number(line)}</th>
                <td dir="auto">{reasonOf(code, reasons)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {skipped > mostFaults && <p className="dim">{t('import.firstFaults', { count: mostFaults })}</p>}
    </div>
  )
}
