import sanitize, { type IOptions } from 'sanitize-html'

/** Elements in each other: every browser that draws it walks them. */
const mostLevels = 200
/** Each takes more than a kilobyte of whoever draws it, and be it the four bytes of an empty one: a million of them took 1.3 GB. */
const mostElements = 50_000
/** Of what is given, before it is taken apart: also what is dropped in the end. */
const mostTags = 8 * mostElements
/** Letters of one attribute: a path may be as long as the largest logo. What it is looked at with takes time for each. */
const mostLetters = 5_500_000
/** Of one element; there are some eighty that are kept. */
const mostAttributes = 1000
/** In one `style`; there are some thirty properties that are kept. */
const mostDeclarations = 1000

const elements = `svg g path rect circle ellipse line polyline polygon text tspan title desc defs linearGradient radialGradient stop
  clipPath`.split(/\s+/)

/** Geometry, text and structure; none that names another document. */
const geometry = `id x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points width height viewBox version preserveAspectRatio transform
  rotate pathLength textLength lengthAdjust offset gradientUnits gradientTransform spreadMethod clipPathUnits`.split(/\s+/)

/** What may stand in an attribute and, as CSS, in `style`. */
const presentation = `fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color display visibility stop-color stop-opacity clip-path clip-rule font-family font-size
  font-style font-weight letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift
  shape-rendering text-rendering paint-order vector-effect`.split(/\s+/)

/** Numbers, words, colours, lists and functions of them: no quotes, no escapes, no colon, nothing that could begin an address. */
const plainValue = /^[\p{L}\p{N}\s.,#%()+\-_]*$/u
/** A part of this very picture. */
const localPart = /^url\(#[\w.-]+\)$/
const svgNamespace = 'http://www.w3.org/2000/svg'

/** What no document may hold (XML 1.0, section 2.2); halves of letters are none here. */
const noXml = /[^\t\n\r\u0020-\ufffd]/

const isSafe = (value: string) => localPart.test(value.trim()) || (plainValue.test(value) && !/url|image|src|expression/i.test(value))

/**
 * Writes an SVG anew with nothing but shapes, gradients and text in it: what is not on the lists above is dropped, with its
 * text. No script, no handler, no animation, no link, no part of another document, no style sheet. Takes about a second for 10 MB.
 * @returns null for what is not UTF-8, has too many elements or too deep in each other, too many or too long attributes, or a document type or an
 * entity of its own: these make much of little, or fetch a file; and for what is not one element when it is clean, or holds what no XML may
 */
export function cleanSvg(bytes: Uint8Array): string | null {
  const text = textOf(bytes)
  if (text === null || /<!(?!--|\[CDATA\[)/.test(text) || tagsIn(text) > mostTags) return null
  const clean = sanitized(text)
  if (clean === null) return null
  const { deepest, elements, isOne } = shapeOf(clean)
  return deepest > mostLevels || elements > mostElements || !isOne || noXml.test(clean) ? null : clean
}

function sanitized(text: string): string | null {
  try {
    return sanitize(text, rules).trim()
  } catch (error) {
    if (error instanceof TooMuch) return null
    throw error
  }
}

/** Of one element: thrown out of the library, so that it does no more with it. */
class TooMuch extends Error {}

function tagsIn(text: string): number {
  let tags = 0
  for (let at = text.indexOf('<'); at >= 0 && tags <= mostTags; at = text.indexOf('<', at + 1)) tags++
  return tags
}

/** Of what we wrote ourselves: every element has its closing tag, and no other text has a `<`. */
function shapeOf(clean: string): { deepest: number; elements: number; isOne: boolean } {
  let [depth, deepest, elements, ends] = [0, 0, 0, 0]
  for (let at = clean.indexOf('<'); at >= 0; at = clean.indexOf('<', at + 1)) {
    const isEnd = clean[at + 1] === '/'
    depth += isEnd ? -1 : 1
    if (!isEnd) elements++
    else if (depth === 0) ends++
    deepest = Math.max(deepest, depth)
  }
  // one element that holds all others, and nothing behind it
  return { deepest, elements, isOne: ends === 1 && clean.endsWith('>') }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const attributes = new Set([...geometry, ...presentation, 'style'])

const rules: IOptions = {
  allowedTags: elements,
  allowedAttributes: { '*': [...attributes, 'xmlns'] },
  disallowedTagsMode: 'completelyDiscard',
  allowedSchemes: [],
  parseStyleAttributes: false,
  parser: { xmlMode: true, decodeEntities: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  transformTags: {
    '*': (tagName, given) => ({ tagName, attribs: { ...(tagName === 'svg' && { xmlns: svgNamespace }), ...cleanAttributes(given) } }),
  },
}

function cleanAttributes(given: Record<string, string>): Record<string, string> {
  const all = Object.entries(given)
  if (all.length > mostAttributes || all.some(([, value]) => value.length > mostLetters)) throw new TooMuch()
  const kept = all.flatMap(([name, value]): [string, string][] => {
    if (name === 'style') return cleanStyle(value)
    return attributes.has(name) && isSafe(value) ? [[name, value]] : []
  })
  return Object.fromEntries(kept)
}

function cleanStyle(style: string): [string, string][] {
  const declarations = style.split(';', mostDeclarations + 1)
  if (declarations.length > mostDeclarations) throw new TooMuch()
  const kept = declarations.flatMap((declaration) => {
    const [property = '', value = '', ...more] = declaration.split(':').map((part) => part.trim())
    return presentation.includes(property) && more.length === 0 && value !== '' && isSafe(value) ? [`${property}:${value}`] : []
  })
  return kept.length > 0 ? [['style', kept.join(';')]] : []
}
