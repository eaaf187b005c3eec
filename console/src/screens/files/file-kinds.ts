/** The kinds of files that the service takes, by the endings of their names. */
const typeOfEnding = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

/** Each kind once, as the service calls it. */
export const fileTypes = [...new Set(Object.values(typeOfEnding))]

/** What a dialog of the system offers to choose from. */
export const fileEndings = Object.keys(typeOfEnding)
  .map((ending) => `.${ending}`)
  .join()
