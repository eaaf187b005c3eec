const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:(?:Headless)?Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const
const longest = 100

const nameIn = (names: readonly (readonly [string, RegExp])[], text: string) => names.find(([, pattern]) => pattern.test(text))?.[0]

/**
 * What somebody signs in with, by `User-Agent` (RFC 9110, section 10.1.5): browser and system, or the app as it names itself, without
 * versions, so that an update makes no new device of it. At most 100 characters; 'unknown' where nothing is said.
 */
export function deviceOf(userAgent: string | null | undefined): string {
  const text = (userAgent ?? '').slice(0, 512)
  const [browser, system] = [nameIn(browsers, text), nameIn(systems, text)]
  if (browser) return system ? `${browser} on ${system}` : browser
  const app = text
    .replace(/\/[^\s;)]+/g, '')
    .replace(/[\d._]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
  return app === '' ? 'unknown' : app
}
