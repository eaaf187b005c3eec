import { createElement } from 'react'
import { type IconName, icons } from './icons.ts'

/** They point along the line of text, so they are mirrored with it. */
const directional: ReadonlySet<IconName> = new Set(['chevronRight', 'chevronLeft', 'logout', 'filter', 'send'])

/** @param label where the icon says what no word beside it says */
export function Icon({ name, size = 16, label }: { name: IconName; size?: number; label?: string }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is hidden, or has a label
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size <= 14 ? 2 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={directional.has(name) ? 'icon flips' : 'icon'}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {icons[name].map(([tag, attributes]) => createElement(tag, { key: JSON.stringify(attributes), ...attributes }))}
    </svg>
  )
}
