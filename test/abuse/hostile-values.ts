/** What nobody hopes for, value by value. */
import fc from 'fast-check'

/** What of an id can stand in a request, as `«kind»`; in capitals where the kind is. */
export const kinds = ['tenant', 'role', 'group', 'admin', 'permission', 'opaqueTenant'] as const
export const knownIds = [...kinds.map((kind) => `«${kind}»`), '«TENANT»', '«ADMIN»', '«ROLE»']

const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202eevil',
  'é'.normalize('NFD'),
  '𝒜𐍈👩‍👩‍👧‍👦',
  'ﷺ'.repeat(90),
  '%00',
  '%',
  "'; drop table tenants --",
  '../../etc/passwd',
  '{{7*7}}',
  '<script>1</script>',
  'x\r\nBcc: a@example.test',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'true',
  '-1',
  '1e400',
  'NaN',
  'ı',
  'javascript:alert(1)',
  '{"a":',
  'x'.repeat(300),
  'ß'.repeat(5000),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01a1fe90-7a38-70eb-b848-22063c8b3365',
]
const odd: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e308,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  ...texts,
]

export const moments = [
  '0000-01-01',
  '1969-12-31T23:59:59Z',
  '9999-12-31',
  '9999-12-31T23:59:59-23:59',
  '2026-02-30',
  '2026-11-21T00:00:00.123456789Z',
]

export const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)
export const anything = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...odd) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown> },
)
