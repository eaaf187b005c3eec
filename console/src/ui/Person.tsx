import type { CSSProperties } from 'react'

/** Letters of the name in its own script: Arabic letters would join to another word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letter = (word = '') => [...word][0] ?? ''
  return isArabic(name) ? letter(words[0]) : [letter(words[0]), words.length > 1 ? letter(words.at(-1)) : ''].join('').toUpperCase()
}

const isArabic = (name: string) => /[\u0600-\u06ff]/.test(name)

/** The picture, or the initials on a colour of the name. They say nothing that the name beside them does not. */
export function Avatar({ name, size = 28, src = null }: { name: string; size?: number; src?: string | null }) {
  let hue = 0
  for (const letter of name) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360
  const style = { width: size, height: size, fontSize: size * (isArabic(name) ? 0.46 : 0.38), '--hue': hue } as CSSProperties
  return (
    <span className="avatar" style={style} aria-hidden="true" {...(!src && { 'data-initials': initialsOf(name) })}>
      {src && <img src={src} alt="" />}
    </span>
  )
}
