/** A refusal, as far as it names fields. */
interface Naming {
  readonly status: number
  readonly fields: readonly { readonly field: string }[]
}

/**
 * What a page says of a refusal that names a field which the page does not show: the service says of the whole that some of the values are not
 * valid, and under a field that is not there nobody reads the rest.
 *
 * @param byField the words for each such field
 */
export const wordsOfField = <W>({ status, fields }: Naming, byField: Readonly<Record<string, W>>): W | undefined =>
  status === 400 ? fields.map(({ field }) => byField[field]).find((words) => words !== undefined) : undefined
