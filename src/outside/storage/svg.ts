import type { IOptions } from 'sanitize-html'
import { invalid } from '#core/errors.ts'
import { loadSharp } from './raster.ts'

/** A logo drawn by hand has a few kilobytes; every browser that shows it has to draw it. */
const maxBytes = 512 * 1024
/** Of the text, for the first tag: what comes before it is a declaration and comments. */
const headLength = 4096

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

const isSafe = (value: string) => localPart.test(value.trim()) || (plainValue.test(value) && !/url|image|src|expression/i.test(value))

/** Whether bytes claim to be an SVG: UTF-8 text whose first tag is `svg`, behind declarations and comments only. */
export function isSvg(bytes: Buffer): boolean {
  let rest = bytes
    .subarray(0, headLength)
    .toString('utf8')
    .replace(/^\ufeff/, '')
  // one after the other: a pattern over all of them could be made to try for ever
  for (;;) {
    rest = rest.trimStart()
    if (/^<!doctype\s+svg\b/i.test(rest)) return true
    const end = rest.startsWith('<!--') ? '-->' : /^<[?!]/.test(rest) ? '>' : null
    if (end === null) return /^<svg[\s/>]/i.test(rest)
    const at = rest.indexOf(end)
    if (at < 0) return false
    rest = rest.slice(at + end.length)
  }
}

/**
 * Writes an SVG anew with nothing but shapes, gradients and text in it: what is not on the lists above is dropped, with its
 * text. No script, no handler, no animation, no link, no part of another document, no style sheet.
 * Throws 400 for field `file`: `image_too_large` beyond 512 KiB, `image_invalid` for what is not UTF-8, has a document type or an
 * entity of its own, or is no picture once it is clean.
 */
export async function cleanSvg(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > maxBytes) throw invalid('file', 'image_too_large', { maximum: maxBytes })
  const text = textOf(bytes)
  // entities make much of little, or fetch a file: a logo has none
  if (/<!(?!--|\[CDATA\[)/.test(text)) throw invalid('file', 'image_invalid')
  const { default: sanitize } = await import('sanitize-html')
  const body = Buffer.from(sanitize(text, rules).trim())
  await requirePicture(body)
  return body
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('file', 'image_invalid')
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
  const kept = Object.entries(given).flatMap(([name, value]): [string, string][] => {
    if (name === 'style') return cleanStyle(value)
    return attributes.has(name) && isSafe(value) ? [[name, value]] : []
  })
  return Object.fromEntries(kept)
}

function cleanStyle(style: string): [string, string][] {
  const kept = style.split(';').flatMap((declaration) => {
    const [property = '', value = '', ...more] = declaration.split(':').map((part) => part.trim())
    return presentation.includes(property) && more.length === 0 && value !== '' && isSafe(value) ? [`${property}:${value}`] : []
  })
  return kept.length > 0 ? [['style', kept.join(';')]] : []
}

/** Read by the strict parser that would draw it; nothing is drawn. */
async function requirePicture(body: Buffer): Promise<void> {
  if (!/^<svg[\s>]/.test(body.subarray(0, 5).toString())) throw invalid('file', 'image_invalid')
  const sharp = await loadSharp()
  const header = await sharp(body, { failOn: 'error', limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (header?.format !== 'svg' || !(header.width > 0) || !(header.height > 0)) throw invalid('file', 'image_invalid')
}
