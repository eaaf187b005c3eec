/** What a browser calls itself, in the words of a person. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]
const nameIn = (known: typeof browsers, text: string) => known.find(([sign]) => sign.test(text))?.[1]

/** `Chrome · Linux` of `Mozilla/5.0 (X11; Linux …`; what is no browser, the name of an app say, stays as it is. */
export function deviceName(text: string): string {
  if (!text.startsWith('Mozilla/')) return text
  const names = [nameIn(browsers, text), nameIn(systems, text)].filter(Boolean)
  return names.length === 0 ? text : names.join(' · ')
}
