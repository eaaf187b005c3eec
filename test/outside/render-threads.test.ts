/** Texts that nobody of ours wrote, rendered by real threads: what they can do, what ends them, and what they cost others. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RenderTask, TemplateTexts } from '#core/template-renderer.ts'
import { RenderThreads } from '#outside/mail/render-threads.ts'
import { atEnd } from '../rig/cleanup.ts'

const waitMs = 60_000

const threads = new RenderThreads()
atEnd(() => threads.close())

const html = (bodyHtml: string, more: Partial<TemplateTexts> = {}): TemplateTexts => ({ subject: 'S', bodyHtml, bodyText: null, ...more })
const render = (texts: TemplateTexts, variables: object = {}, strict = true) =>
  threads.ask('one', { kind: 'render', texts, variables, strict }, waitMs)
const rendered = async (...given: Parameters<typeof render>) => {
  const answer = await render(...given)
  assert.equal(answer.kind, 'rendered', JSON.stringify(answer))
  return answer as Extract<typeof answer, { kind: 'rendered' }>
}

describe('what is rendered', () => {
  test('is escaped in HTML, not in text and subject, and a subject stays one line', async () => {
    const texts = { subject: 'For {{ name }}', bodyHtml: '<p>{{ name }}</p>', bodyText: 'T {{ name }}' }
    const { subject, html, text } = await rendered(texts, { name: '<b>A</b>\r\nBcc: e@v.test' })
    assert.equal(subject, 'For <b>A</b> Bcc: e@v.test')
    assert.equal(html, '<p>&lt;b&gt;A&lt;/b&gt;\r\nBcc: e@v.test</p>')
    assert.equal(text, 'T <b>A</b>\r\nBcc: e@v.test')
  })

  test('`raw` lifts nothing, values are no templates, and there is no way to a prototype', async () => {
    const texts = html('{{ name | raw }}|{{ name.constructor }}|{{ name.__proto__ }}|{{ list.length }}|{{ name.length }}')
    const { html: shown } = await rendered(texts, { name: '<i>{{ secret }}', secret: 'S', list: [1] }, false)
    assert.equal(shown, '&lt;i&gt;{{ secret }}|||1|15')
  })

  test('links lead to http, https and mailto alone, however they are written', async () => {
    const addresses = {
      'https://a.test/?x=1&y=2': 'https://a.test/?x=1&amp;y=2',
      'mailto:a@b.test': 'mailto:a@b.test',
      '/path': '/path',
      'javascript:alert(1)': '#',
      ' JaVaScRiPt:alert(1)': '#',
      'java\tscript:alert(1)': '#',
      'data:text/html,x': '#',
      'vbscript:x': '#',
    }
    for (const [given, shown] of Object.entries(addresses)) {
      const { html: out } = await rendered(html('<a href="{{ to }}">x</a><a href=\'{{ to }}\'>y</a>'), { to: given })
      assert.match(out, new RegExp(`href="${shown.replaceAll('?', '\\?')}"`), JSON.stringify(given))
      assert.doesNotMatch(out, /script:|data:/i)
    }
    for (const written of ['java&#115;cript:x', 'java&Tab;script:x', 'javascript&colon;x', '&#x6a;avascript:x'])
      assert.equal((await rendered(html(`<a href="${written}">x</a><form action=${written}>`))).html, '<a href="#">x</a><form action="#">')
  })

  test('links are found however they are set apart from what stands before them', async () => {
    const unsafe = 'javascript:alert(1)'
    for (const before of ['<a/', '<a class="b"', "<a class='b'", '<a\t/', '<a/class=b/', '<svg><a/xlink:', '<a\fclass="b"'])
      for (const [written, shown] of [
        [`"${unsafe}"`, '"#"'],
        [unsafe, '"#"'],
        ['"https://a.test/"', '"https://a.test/"'],
      ])
        assert.equal((await rendered(html(`${before}href=${written}>x</a>`))).html, `${before}href=${shown}>x</a>`)
    assert.equal((await rendered(html(`<button type="submit"formaction="${unsafe}">x`))).html, '<button type="submit"formaction="#">x')
    const texts = ['Write "href=" before it: <b class="x">so</b>.', 'See /href=https://a.test/.', '<p title="href is a word">x</p>']
    for (const said of [...texts, '<a data-href="x:y">x</a>']) assert.equal((await rendered(html(said))).html, said)
  })

  test('no part of another value hides a link', async () => {
    for (const hidden of [
      `<a title=" href='/" href="javascript:x" title='b'>x</a>`,
      `<a title="/href='/" href="javascript:x" title='b'>x</a>`,
      `/href=/<a/href=javascript:x>x</a>`,
      `<a x='a href="data:'"b'href=javascript:x>x</a>`,
      `<!-- <b x="--> <a href="javascript:x">x</a>`,
    ])
      assert.doesNotMatch((await rendered(html(hidden))).html, /script:/, hidden)
  })

  test('has a text made of the HTML where none is given', async () => {
    const source =
      '<html><head><title>T</title><style>p{}</style></head><body><h1>Hi&nbsp;{{ name }}</h1><p>One<br>two</p><ul><li>a<li>b</ul><a href="https://a.test/">go</a><!-- no --></body></html>'
    assert.equal((await rendered(html(source), { name: 'A & B' })).text, 'Hi A & B\n\nOne\ntwo\n\n- a\n- b\n\ngo (https://a.test/)')
  })

  test('misses every variable it really asks for, at once', async () => {
    const texts = html('{{ a }}{% if b %}{{ c }}{% endif %}{{ d.e }}{% for i in list %}{{ i.q }}{% endfor %}{{ z | default: "z" }}', {
      subject: '{{ s }}',
    })
    assert.deepEqual(await render(texts, { d: {}, list: [{}] }), { kind: 'template_variables_missing', missing: ['a', 'd.e', 'i.q', 's'] })
  })
})

describe('what is refused', () => {
  const faults: readonly [name: string, source: string, line: number][] = [
    ['include', 'a\n{% include "package.json" %}', 2],
    ['render', '{% render "package.json" %}', 1],
    ['layout', '{% layout "package.json" %}', 1],
    ['block', '\n\n{% block a %}{% endblock %}', 3],
    ['an unknown tag', '{% evil %}', 1],
    ['an unknown filter', 'a\n\n {{ x | evil }}', 3],
    ['an open tag', '{% if x %}', 1],
    ['an open output', 'a\n{{ x', 2],
  ]
  for (const [name, source, line] of faults)
    test(`${name}, with its line`, async () => {
      const checked = await threads.ask('one', { kind: 'check', texts: { bodyHtml: source } }, waitMs)
      assert.deepEqual({ ...checked, column: 0 }, { kind: 'template_syntax_error', field: 'bodyHtml', line, column: 0 })
      assert.equal((await render(html(source))).kind, 'template_syntax_error')
    })

  const bombs: readonly [name: string, source: string][] = [
    ['loops in loops', '{% for i in (1..3000) %}{% for j in (1..3000) %}a{% endfor %}{% endfor %}'],
    ['a range without end', '{% for i in (1..100000000) %}a{% endfor %}'],
    ['doubling', '{% assign s = "aaaaaaaaaaaaaaaa" %}{% for i in (1..40) %}{% assign s = s | append: s %}{% endfor %}{{ s }}'],
    ['padding of dates', '{{ "now" | date: "%99999999d" }}'],
    ['padding again and again', `{{ "now" | date: "${'%900000d'.repeat(50)}" }}`],
    ['five thousand conditions in each other', '{% if x %}'.repeat(5000) + '{% endif %}'.repeat(5000)],
    ['more text than there may be', 'x'.repeat(200_001)],
    ['a long answer', '{% for i in (1..1900) %}{% for j in (1..900) %}aaaaaaaaaaaaaaaaaaaa{% endfor %}{% endfor %}'],
  ]
  for (const [name, source] of bombs)
    test(`${name}: a limit`, async () => {
      assert.equal((await render(html(source), { x: 1 })).kind, 'template_limit_exceeded')
    })

  test('what liquidjs does not limit: the thread is killed, and another is there', async () => {
    // a search for ends that never come
    assert.deepEqual(await render(html('<a <a '.repeat(30_000))), { kind: 'template_limit_exceeded', field: null })
    assert.equal((await rendered(html('{{ a }}'), { a: 'again' })).html, 'again')
  })

  test('a text that doubles without being counted: a limit', async () => {
    const source =
      '{% assign s = "aaaaaaaaaaaaaaaa" %}{% for i in (1..40) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}{{ s }}'
    assert.equal((await render(html(source))).kind, 'template_limit_exceeded')
    assert.equal((await rendered(html('ok'))).html, 'ok')
  })
})

describe('what it costs others', () => {
  test('one who fills a thread leaves the other to everybody else', async () => {
    const endless: RenderTask = { kind: 'render', texts: html('<a <a '.repeat(30_000)), variables: {}, strict: true }
    const order: string[] = []
    const bad = Array.from({ length: 3 }, () => threads.ask('bad', endless, waitMs).then(() => order.push('bad')))
    for (let i = 0; i < 20; i++) {
      const { kind } = await threads.ask(`good ${i}`, { kind: 'render', texts: html('ok'), variables: {}, strict: true }, waitMs)
      assert.equal(kind, 'rendered')
      order.push('good')
    }
    await Promise.all(bad)
    // three that are killed one after the other: the last comes when everybody else is long done
    assert.equal(order.at(-1), 'bad')
    assert.ok(order.indexOf('bad') > order.indexOf('good'), order.join())
  })

  test('of one a burst waits, more than that is turned away at once, and of others none is', async () => {
    const task: RenderTask = { kind: 'render', texts: html('ok'), variables: {}, strict: true }
    const asked = await Promise.all([
      ...Array.from({ length: 50 }, () => threads.ask('many', task, waitMs)),
      ...Array.from({ length: 30 }, (_, i) => threads.ask(`few ${i}`, task, waitMs)),
    ])
    const kinds = asked.map(({ kind }) => kind)
    assert.equal(kinds.slice(0, 50).filter((kind) => kind === 'rendered').length, 32)
    assert.equal(kinds.slice(0, 50).filter((kind) => kind === 'busy').length, 18)
    assert.ok(kinds.slice(50).every((kind) => kind === 'rendered'))
  })

  test('this thread goes on meanwhile: it turns many times while others are killed', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await render(html('<a <a '.repeat(30_000)))
    clearInterval(timer)
    assert.ok(turns > 20, `${turns}`)
  })
})

describe('secrets', () => {
  const places = { code: 'tnt0a1b2c', link: 'https://tnt9f8e.invalid/' }
  const placed = (texts: TemplateTexts, optional: ('code' | 'link')[] = []) =>
    threads.ask('one', { kind: 'render', texts, variables: places, strict: true, places, optional }, waitMs)
  const whole = '<p>Your code: {{ code }}.</p><p><a href="{{ link }}">Go on</a></p>'

  test('come out where they are read', async () => {
    const answer = await placed(html(whole, { bodyText: 'الرمز:{{ code }}\n({{ link }})' }))
    assert.equal(answer.kind, 'rendered')
    assert.equal((await placed(html(whole))).kind, 'rendered', 'in a text that is made of the HTML, too')
  })

  const misplaced: readonly [name: string, texts: TemplateTexts, field: string][] = [
    ['a subject', html(whole, { subject: '{{ code }}' }), 'subject'],
    ['the address of a picture', html(`${whole}<img src="https://e.test/{{ code }}">`), 'bodyHtml'],
    ['a part of a link', html(`${whole}<a href="https://e.test/?{{ link }}">x</a>`), 'bodyHtml'],
    ['a style', html(`${whole}<p style="background:url(https://e.test/{{ code }})">x</p>`), 'bodyHtml'],
    ['an address in words', html(`<p>https://e.test/{{ code }}</p>${whole}`), 'bodyHtml'],
    ['the name of a host', html(`<p>{{ code }}.e.test</p>${whole}`), 'bodyHtml'],
    ['nowhere', html('<p>{{ link }}</p>{% if code %}{% endif %}'), 'bodyHtml'],
    ['a comment', html('<!-- {{ code }} --><p>{{ link }}</p>'), 'bodyHtml'],
    ['a filter', html('<p>{{ code | upcase }}</p><p>{{ link }}</p>'), 'bodyHtml'],
    ['HTML alone', html(whole, { bodyText: 'Look at the HTML' }), 'bodyText'],
  ]
  for (const [name, texts, field] of misplaced)
    test(`not in ${name}`, async () => {
      const answer = await placed(texts)
      assert.deepEqual([answer.kind, (answer as { field?: string }).field], ['template_secret_misplaced', field])
    })

  test('what could be read in two ways is taken out', async () => {
    const answer = await placed(html(`${whole}<img src='https://e.test/?{{ code }} and so on`))
    assert.equal(answer.kind, 'rendered')
    assert.doesNotMatch(JSON.stringify(answer), /e\.test/)
  })

  test('those that may be left out may be', async () => {
    assert.equal((await placed(html('<p>{{ code }}</p>'), ['link'])).kind, 'rendered')
  })

  test('HTML with them holds nothing that runs, or loads a style', async () => {
    const answer = await placed(
      html(`<style>a[href^="x"]{}</style><script>1</script><base href="https://e.test/"><div onclick="x" style="color:red">${whole}</div>`),
    )
    assert.equal(answer.kind, 'rendered')
    assert.doesNotMatch((answer as { html: string }).html, /script|<style|base|onclick/)
    assert.match((answer as { html: string }).html, /color:red/)
  })
})
