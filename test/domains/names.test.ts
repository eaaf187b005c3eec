import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { domainNameOf, hostNameOf, isAtOrBelow } from '#core/text/domain-name.ts'
import { requestHost } from '#http/request-host.ts'

const label63 = 'a'.repeat(63)

describe('domainNameOf', () => {
  it('keeps one spelling: lower case, other scripts as punycode', () => {
    for (const [text, name] of [
      ['example.com', 'example.com'],
      ['Login.EXAMPLE.com', 'login.example.com'],
      ['münchen.example', 'xn--mnchen-3ya.example'],
      ['XN--MNCHEN-3YA.example', 'xn--mnchen-3ya.example'],
      ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
      ['1.2.example', '1.2.example'],
      [`${label63}.example`, `${label63}.example`],
    ])
      assert.equal(domainNameOf(text as string), name, text)
  })

  for (const [what, ...texts] of [
    ['IP addresses in every spelling', '127.0.0.1', '[::1]', '::1', '1.2.3', '0x7f.1', '127.1', '１２７.0.0.1', '2130706433', '1.2.3.4.5'],
    ['one label', 'localhost', 'com', 'example', ''],
    ['names without a DNS', 'a.localhost', 'printer.local', 'db.internal', 'x.onion', '1.0.0.127.in-addr.arpa', 'a.invalid'],
    ['dots at an end or two together', 'example.com.', '.example.com', 'a..example.com', '.', 'example。com'],
    [
      'wildcards, ports, paths, users, schemes',
      '*.example.com',
      'example.com:443',
      'example.com/x',
      'a@example.com',
      'https://example.com',
    ],
    [
      'what is no letter of a host name',
      'a_b.example.com',
      'ex%61mple.com',
      'a b.example',
      'a\n.example',
      ' example.com',
      "a'.example",
      'a\0.b.c',
    ],
    ['hyphens at an end of a label', '-a.example', 'a-.example', 'a.-b.example', 'xn--zz--.example'],
    ['punycode of nothing', 'xn--a.example', 'xn--.example', 'a.xn--99999999.example'],
    ['invisible letters', 'a\u200d.example', 'a\u202eb.example', '\ufeffexample.com'],
    ['what is too long', `${label63}a.example`, `${'a.'.repeat(120)}example`, 'ü'.repeat(60).concat('.example'), 'a'.repeat(300)],
    ['a number at the end', 'example.1', 'example.1a'],
  ] as const) {
    it(`is null for ${what}`, () => {
      for (const text of texts) assert.equal(domainNameOf(text), null, JSON.stringify(text))
    })
  }

  it('whatever it accepts is its own spelling and fits below the label of the proof', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.domain(),
          fc.string(),
          fc.string({ unit: 'grapheme' }).map((text) => `${text}.example`),
        ),
        (text) => {
          const name = domainNameOf(text)
          if (name === null) return
          assert.equal(domainNameOf(name), name)
          assert.match(name, /^[a-z0-9.-]+$/)
          assert.ok(`_tenantry-challenge.${name}`.length <= 253)
        },
      ),
    )
  })
})

it('a host is at or below itself, and not below a name that merely ends like it', () => {
  assert.ok(isAtOrBelow('app.example.com', 'app.example.com') && isAtOrBelow('x.app.example.com', 'app.example.com'))
  assert.ok(!isAtOrBelow('myapp.example.com', 'app.example.com') && !isAtOrBelow('example.com', 'app.example.com'))
})

describe('the host of a request', () => {
  const trusted = (address: string) => address === '10.0.0.1'
  it('is Host without port and dot; a forwarded one counts only from a trusted proxy, the right-most of several', () => {
    assert.equal(hostNameOf('Login.Example.com.:8443'), 'login.example.com')
    for (const [socket, host, forwarded, expected] of [
      ['203.0.113.1', 'A.example', undefined, 'a.example'],
      ['203.0.113.1', 'a.example', 'evil.example', 'a.example'],
      [undefined, 'a.example', 'evil.example', 'a.example'],
      ['10.0.0.1', 'internal', 'b.example:443', 'b.example'],
      ['10.0.0.1', 'internal', 'evil.example, b.example', 'b.example'],
      ['10.0.0.1', 'internal', ['evil.example', 'b.example'], 'b.example'],
      ['10.0.0.1', 'a.example', undefined, 'a.example'],
      ['10.0.0.1', 'a.example', '', null],
      ['203.0.113.1', undefined, undefined, null],
    ] as const) {
      const headers = { host, 'x-forwarded-host': forwarded as string | string[] | undefined }
      assert.equal(requestHost(socket, headers, trusted), expected, JSON.stringify([socket, host, forwarded]))
    }
  })
})
