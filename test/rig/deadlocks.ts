/**
 * The deadlocks that PostgreSQL had to break, as its own log tells them. The service runs a transaction again after one, so no answer shows
 * them: whoever waited lost a second.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** The variable that names the file in which every cluster of a run, whichever process started it, leaves its reports. */
export const deadlockFile = 'TEST_DEADLOCKS'

/** `log_line_prefix`, which tells the lines of one process from those of another, and its database. */
export const logLinePrefix = '%m [%p] %d '

const prefix = /^\S+ \S+ \S+ \[(\d+)\] (\S*) +(?=[A-Z]+: )/
const marked = '-- deadlock in '

/**
 * Reads the log as it comes and hands on each line of a report: the processes, what each waits for and the statement of each.
 * @param keep takes one line of a report with its newline; the first of a report begins with `-- deadlock in`
 * @returns takes the next piece of the log, which may end within a line
 */
export function deadlockReader(keep: (line: string) => void): (text: string) => void {
  let rest = ''
  let process: string | null = null
  return (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() as string
    for (const line of lines) {
      const [all = '', pid, database] = prefix.exec(line) ?? []
      // a line without the prefix goes on with the one before it
      if (pid !== undefined && /^ERROR: +deadlock detected/.test(line.slice(all.length))) {
        process = pid
        keep(`${marked}${database}\n`)
      } else if (pid !== undefined && pid !== process) process = null
      else if (pid !== undefined && /^(?:ERROR|FATAL|LOG|WARNING): /.test(line.slice(all.length))) process = null
      else if (process !== null) keep(`${line.slice(all.length)}\n`)
    }
  }
}

/** Leaves what a reader found in the file of this run; nowhere where there is none. */
export function keepDeadlocks(line: string): void {
  const file = process.env[deadlockFile]
  if (file) appendFileSync(file, line)
}

/** The reports in the file of a run, one text each. */
export function deadlocksIn(file: string): string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return text.split(marked).slice(1)
}
