/**
 * Where one plan of a list gives way to another, as measured by `npm run bench -- lists`. Tests lower them to have every plan on a few
 * rows.
 */
export const listLimits = {
  /** Up to this many tenants the first rows of each are taken from its own piece of the index. */
  tenants: 200,
  /** Of more tenants than this many times the rows of a page only those are asked for a whole one whose own first rows come first. */
  headsFrom: 2,
  /** Deeper than this, every tenant would have to give that many rows. */
  deepest: 2000,
  /** Deeper than that in a scope outside of which are no more tenants than this, rows are told by those instead of by their own. */
  outside: 8,
  /**
   * A walk reads no more rows than this, nor more than five for each tenant of the scope: looking at each tenant costs about as much then.
   */
  walked: 20_000,
  walkedPerTenant: 5,
  /** The first rows of so many tenants are compared: a page of any size and the row after it. Deeper pages walk on from the first of all. */
  heads: 101,
  /** For those deeper pages the first of all is looked for at once in a scope of so many tenants; in a bigger one a walk comes first. */
  beginsFirst: 2000,
  /** How many of the newest rows tell whether a word is common, and from how many hits on it is. */
  sampled: 2000,
  common: 8,
  /** A search reads a scope of so many accounts whole, and so many rows at a time where an index of words is of no use. */
  scanned: 20_000,
  /** No count that has to be counted goes on beyond this. */
  counted: 10_000,
  /** So many events are looked at to count those of a kind that is common in some logs and rare in others. */
  looked: 1000,
  /** So many events are read to count those that a filter leaves: the newest, or in a big scope those of its first tenants. */
  walkedEvents: 20_000,
  /**
   * A walk over the whole log reads so many rows first, so many in each further step, and so many in one where few of the last were meant;
   * up to so many tenants it goes tenant by tenant.
   */
  firstStep: 500,
  step: 2000,
  sparseStep: 20_000,
  walkedTenants: 2000,
}
