/** Of parts that many screens share, but none that is shown first: previews, charts, records with a page of their own. */
import { plural } from '../plural.ts'

export const later = {
  'preview.title': 'Preview',
  'preview.view': 'Shown',
  'preview.view.wide': 'Wide',
  'preview.view.phone': 'Phone',
  'preview.view.text': 'Text',
  'preview.ground': 'Ground',
  'preview.ground.light': 'Light',
  'preview.ground.dark': 'Dark',
  'preview.stale': 'Line {line} is not right yet: this is the text before.',
  'preview.noSubject': 'No subject',
  'preview.filled': 'Shown by an example or by their name:',

  'bars.table': 'As a table',
  'bars.when': 'Time',
  'record.trail': 'Where this is',
  'record.tabs': 'Parts of this record',
  'chart.day': 'Day',
  'chart.asTable': '{name} as a table',
  'chart.csv': 'Download {name} as CSV',

  'size.byte': plural({ one: '{count} byte', other: '{count} bytes' }),
  'size.kilobyte': '{count} kB',
  'size.megabyte': '{count} MB',
  'size.gigabyte': '{count} GB',
  'size.terabyte': '{count} TB',

  'acting.ask': 'Act as another admin',
  'acting.hint': 'For an hour at most, in this tab alone. The audit log names you beside them.',
  'acting.reasonHint': 'Stands in the audit log: a ticket, say.',
  'acting.begin': 'Act as this admin',
  'acting.theirs': 'You act as this admin: what keeps their account safe is theirs alone to change.',
  'diff.before': 'As it was',
  'diff.same': plural({ one: '{count} line that is the same', other: '{count} lines that are the same' }),
  'diff.left': plural({ one: 'And {count} more line that differs', other: 'And {count} more lines that differ' }),
}
