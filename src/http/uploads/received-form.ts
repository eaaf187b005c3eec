/** What stood beside the file, once all of the body was read. */
export interface ReceivedForm<T> {
  /** What `take` made of the file. */
  readonly taken: T
  readonly fields: Readonly<Record<string, string>>
}

/** The one file of a multipart request (RFC 7578), in the field `file`, as it comes. */
export interface IncomingFile {
  /**
   * Reads the body to its end, once. Whatever it throws, the file is not to be kept, also where `take` was done with it: 415 for another
   * content type, 413 past the limit, 400 for a missing file, a second one, an unknown field, or a body that breaks off; what `take` throws.
   * @param take is given the bytes as they come, no more than the limit, and reads them to their end
   */
  read<T>(take: (chunks: AsyncIterable<Buffer>, fileName: string) => Promise<T>): Promise<ReceivedForm<T>>
}
