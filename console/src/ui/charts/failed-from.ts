/** How the audit log is asked for what failed from where. */

/**
 * What all addresses begin with that are counted as one. Of IPv6 that are those of a /64, which is written with all its zeros where an
 * address is not: there it ends before them, and finds what is near besides.
 */
const beginningOf = (address: string): string => address.replace(/(?:(?:^|:)0:0:.*|(?::0)?::\/64)$/, ':')

/**
 * The address of the log for an address of the card.
 * @param from since when
 * @param isOfAll whether it is the whole service that is looked at: there requests that were refused for being too many count as failures, which the
 * log has as refusals, and no outcome stands for both
 */
export const failedFrom = (address: string, from: string, isOfAll: boolean) => ({
  search: beginningOf(address),
  from,
  ...(!isOfAll && { outcome: 'failure' }),
})
