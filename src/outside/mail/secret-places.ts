import type { IOptions } from 'sanitize-html'
import type { RenderedTexts, RenderFault, SecretName, SecretPlaces } from '#core/template-renderer.ts'
import { htmlToText } from './html-to-text.ts'

const attributes = ['style', 'dir', 'lang', 'align', 'valign', 'width', 'height', 'bgcolor', 'color', 'role', 'class', 'title']

/** What a mail looks like, and nothing that loads another style or runs. Addresses are written out as one reading alone allows. */
const plain: IOptions = {
  allowedTags: [
    ...['p', 'div', 'span', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'a', 'b', 'i', 'u', 's', 'em', 'strong', 'small', 'big'],
    ...['sub', 'sup', 'bdi', 'bdo', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'center', 'font', 'img'],
    ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'section', 'article', 'header', 'footer', 'main'],
  ],
  allowedAttributes: {
    '*': attributes,
    a: ['href', 'rel', 'target', ...attributes],
    img: ['src', 'alt', ...attributes],
    font: ['face', 'size', ...attributes],
    table: ['border', 'cellpadding', 'cellspacing', ...attributes],
    td: ['colspan', 'rowspan', ...attributes],
    th: ['colspan', 'rowspan', ...attributes],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'title', 'head', 'noscript', 'iframe', 'object', 'svg', 'math'],
}

interface Written {
  readonly subject: string
  readonly html: string
  /** Null: made of the HTML. */
  readonly text: string | null
}

/**
 * A rendering in which what stands for secrets comes out where it is read and nowhere else: not in the subject, which is kept and shown, and not
 * inside an address or a style, which would carry it to somebody else's server when the mail is opened. A link may be the whole of an `href`.
 * The HTML is written anew in a form that can be read in one way only, or what one program takes for words another could take for an address.
 */
export async function withSecretsInPlace(
  rendered: Written,
  places: SecretPlaces,
  optional: readonly SecretName[],
): Promise<RenderedTexts | RenderFault> {
  const { default: sanitize } = await import('sanitize-html')
  const html = sanitize(rendered.html, plain)
  const text = rendered.text ?? htmlToText(html)
  for (const [name, place] of Object.entries(places) as [SecretName, string][]) {
    const misplaced = (field: string): RenderFault => ({ kind: 'template_secret_misplaced', field, secret: name })
    const isRequired = !optional.includes(name)
    if (rendered.subject.includes(place)) return misplaced('subject')
    if (isInTag(html, place, name) || !isInPlace(wordsOf(html, place, name), place, isRequired)) return misplaced('bodyHtml')
    if (!isInPlace(text, place, isRequired)) return misplaced('bodyText')
  }
  return { ...rendered, html, text }
}

const tag = /<[^<>]*>/g
const wholeHref = (place: string) => ` href="${place}"`

const isInTag = (html: string, place: string, name: SecretName): boolean =>
  html.match(tag)?.some((whole) => (name === 'link' ? whole.replace(wholeHref(place), '') : whole).includes(place)) ?? false

/** What is read of HTML that was written anew; an address that is the whole of an `href` can be gone to, which is as good. */
const wordsOf = (html: string, place: string, name: SecretName): string =>
  html.replace(tag, (whole) => (name === 'link' && whole.includes(wholeHref(place)) ? ` ${place} ` : ' '))

/** Each by itself: words and quotes may touch it, but nothing that would make it a part of an address where a mail program looks for such. */
function isInPlace(text: string, place: string, isRequired: boolean): boolean {
  const parts = text.split(place)
  if (parts.length === 1) return !isRequired
  return parts.slice(1).every((after, at) => isFree.before.test(parts[at]!) && isFree.after.test(after))
}

const isFree = {
  before: /(?:^|\s)[\p{L}\p{M}\p{N}\p{Ps}\p{Pi}\p{Pf}"':،*]*$/u,
  after: /^[\p{Pe}\p{Pi}\p{Pf}\p{Po}"'*]*(?:\s|$)/u,
}
