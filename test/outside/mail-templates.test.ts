import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mailCategories } from '#core/mail-templates.ts'
import { createLiquidEngines } from '#outside/mail/liquid.ts'
import { renderSystemMail, systemTemplates } from '#outside/mail/render.ts'

const variables = {
  code: '493027',
  link: 'https://tenantry.test/reset#token=abc&x=1',
  password: 'a<B&"9{{link}}',
  expiresInMinutes: 10,
  recipient: { firstName: 'سارة', lastName: 'القحطاني', email: 'sara@acme.test' },
  tenant: { name: 'Acme' },
  actor: { name: 'Omar' },
  ip: '2001:db8::1',
  device: 'Firefox 140 on Linux',
  time: new Date('2026-11-21T10:33:00.000Z'),
  lockoutEnd: '2026-11-21T10:48:00.000Z',
  enabled: false,
  webhook: { host: 'hooks', id: '3f0a5a44-97f6-4f0c-8a2f-0b4a5f0b7c11' },
}

/** What each mail would be useless without. */
const essential: Record<string, (keyof typeof variables)[]> = {
  password_reset_otp: ['code'],
  password_reset_link: ['link'],
  admin_temp_password: ['password'],
  admin_welcome: ['password', 'link'],
  user_welcome: ['password', 'link'],
  email_verification: ['code'],
  new_sign_in: ['ip', 'device'],
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&#34;')

describe('built-in mails', () => {
  for (const template of systemTemplates) {
    for (const language of ['en', 'ar'] as const) {
      test(`${template} in ${language}`, () => {
        const mail = renderSystemMail(template, language, variables)
        for (const part of [mail.subject, mail.text, mail.html]) {
          assert.doesNotMatch(
            part.replaceAll(variables.password, '').replaceAll(escaped(variables.password), ''),
            /\{[{%]|[%}]\}|undefined|null|NaN|\[object/,
          )
          assert.ok(part.includes('Acme'))
        }
        for (const name of essential[template] ?? []) {
          assert.ok(mail.text.includes(String(variables[name])), `${name} in text`)
          assert.ok(mail.html.includes(escaped(String(variables[name]))), `${name} in html`)
        }
        assert.equal(/[\u0600-\u06ff]{3}/.test(mail.subject), language === 'ar')
        assert.ok(mail.html.includes(language === 'ar' ? '<html lang="ar" dir="rtl">' : '<html lang="en" dir="ltr">'))
        assert.doesNotMatch(mail.subject, /493027|a<B/, 'a secret must not stand in a subject, which lists show')
        assert.ok(mail.text.includes('سارة') && mail.html.includes('سارة'))
        assert.doesNotMatch(mail.html, /<(img|script|link)\b/)
      })

      test(`${template} in ${language} with the least there can be`, () => {
        const { code, link, password } = variables
        const mail = renderSystemMail(template, language, { code, link, password })
        assert.doesNotMatch(mail.text, / ,|\n\n\n/)
        assert.doesNotMatch(mail.html, /<p><\/p>|<ul[^>]*><\/ul>/)
        assert.ok(mail.subject.includes('Tenantry'))
      })
    }
  }

  test('every template has a category', () => {
    assert.equal(systemTemplates.length, 14)
    assert.deepEqual(
      systemTemplates.filter((template) => mailCategories[template] !== 'security'),
      ['webhook_disabled'],
    )
  })

  test('a mail without what it is about is an error', () => {
    for (const [template, name] of [
      ['password_reset_otp', 'code'],
      ['password_reset_link', 'link'],
      ['admin_temp_password', 'password'],
      ['email_verification', 'code'],
    ] as const) {
      assert.throws(() => renderSystemMail(template, 'en', { ...variables, [name]: null }), new RegExp(name))
    }
  })

  test('times are told in UTC, durations in hours where whole', () => {
    assert.match(renderSystemMail('account_locked', 'en', variables).text, /2026-11-21 10:48 UTC/)
    assert.match(renderSystemMail('new_sign_in', 'en', variables).text, /Time: 2026-11-21 10:33 UTC/)
    assert.match(renderSystemMail('admin_temp_password', 'en', { ...variables, expiresInMinutes: 1440 }).text, /valid for 24 hours/)
    assert.match(renderSystemMail('admin_temp_password', 'ar', { ...variables, expiresInMinutes: 1440 }).text, /24 ساعة/)
    assert.match(renderSystemMail('password_reset_otp', 'ar', { ...variables, expiresInMinutes: 10 }).text, /10 دقائق/)
    assert.match(renderSystemMail('password_reset_otp', 'ar', { ...variables, expiresInMinutes: 15 }).text, /15 دقيقة/)
  })
})

describe('what people wrote themselves', () => {
  const hostile = [
    'Click http://evil.test/login now',
    'Click HTTPS://evil.test',
    'see evil.com today',
    'see www.evil.com/login today',
    'see evil\uff0ecom today',
    '<a href="https://evil.test">Win</a>',
    '<script>alert(1)</script>',
    'mail me@evil.test',
    'javascript:alert(1)',
    'mailto:me@evil.test',
    'x\r\nBcc: evil@x.test',
    '\u202eevil.test',
    '{{ password }}',
    '[Win](https://evil.test)',
  ]
  for (const name of hostile) {
    test(`${JSON.stringify(name)} is no link, tag or header`, () => {
      const mail = renderSystemMail('new_sign_in', 'en', {
        password: 'SECRET',
        recipient: { firstName: name, lastName: name },
        tenant: { name },
        actor: { name },
        device: name,
      })
      for (const part of [mail.subject, mail.text, mail.html]) {
        assert.doesNotMatch(part, /evil\.\S|evil\uff0e|:\/\/|javascript:|mailto:|me@|<a\b|<script|^Bcc:|SECRET|\u202e/im)
      }
      assert.doesNotMatch(mail.subject, /[\r\n]/)
    })
  }

  test('ordinary names stay as they are', () => {
    for (const name of ["Sinéad O'Connor", 'محمد عبد‌الله', 'Jean-Luc & Söhne GmbH', 'J. R. R. Tolkien', 'A/B Testing 24']) {
      const mail = renderSystemMail('user_welcome', 'en', { tenant: { name }, recipient: { firstName: name } })
      assert.equal(mail.subject, `Welcome to ${name}`)
      assert.ok(mail.text.startsWith(`Hello ${name},`))
    }
  })

  test('a long name is cut', () => {
    assert.ok(renderSystemMail('user_welcome', 'en', { tenant: { name: 'x'.repeat(100_000) } }).subject.length < 120)
  })

  test('only a web address becomes a link', () => {
    for (const link of ['javascript:alert(1)', 'data:text/html,x', 'https://x.test/ y', 'https://x.test/"><b>', '/reset', 'x']) {
      assert.throws(() => renderSystemMail('password_reset_link', 'en', { link }), /link is malformed/)
    }
  })

  test('a code or password never carries lines of its own', () => {
    assert.throws(() => renderSystemMail('password_reset_otp', 'en', { code: '123456\nVisit evil' }), /code is malformed/)
    assert.throws(() => renderSystemMail('admin_temp_password', 'en', { password: 'abc\r\ndef' }), /password is malformed/)
  })

  test('prototypes, getters on arrays and deep objects do not get through', () => {
    const odd = JSON.parse(
      '{"__proto__":{"firstName":"Evil"},"constructor":{"name":"Evil"},"recipient":{"__proto__":{"firstName":"Evil"}},"tenant":["Evil"]}',
    )
    assert.doesNotMatch(renderSystemMail('user_welcome', 'en', odd).text, /Evil/)
  })
})

describe('Liquid engines', () => {
  const { html, text } = createLiquidEngines({ renderMs: 100, strictVariables: false })

  test('no tag reads a file', () => {
    for (const tag of ['include', 'render', 'layout', 'block']) {
      assert.throws(() => text.parseAndRenderSync(`{% ${tag} "package.json" %}`), /not found/)
    }
  })

  test('raw lifts no escaping', () => {
    assert.equal(html.parseAndRenderSync('{{ name | raw }}', { name: '<b>' }), '&lt;b&gt;')
    assert.equal(text.parseAndRenderSync('{{ name }}', { name: '<b>' }), '<b>')
  })

  test('values are not rendered again and prototypes not reached', () => {
    assert.equal(text.parseAndRenderSync('{{ a }}', { a: '{{ b }}', b: 'secret' }), '{{ b }}')
    assert.equal(text.parseAndRenderSync('{{ a.constructor.name }}{{ a.toString }}', { a: {} }), '')
  })

  test('bombs are stopped', () => {
    const bombs = [
      '{% for i in (1..3000) %}{% for j in (1..3000) %}{{ i }}{% endfor %}{% endfor %}',
      '{% for i in (1..100000000) %}x{% endfor %}',
      '{% assign a = "xxxxxxxxxx" %}{% for i in (1..40) %}{% assign a = a | append: a %}{% endfor %}{{ a }}',
      'x'.repeat(300_000),
      '{{ "a" | no_such_filter }}',
    ]
    for (const bomb of bombs) assert.throws(() => text.parseAndRenderSync(bomb))
  })
})
