import { useI18n } from '../../i18n/i18n.tsx'
import { lineOf } from './scale.ts'

interface Props {
  /** What the line says, in one sentence; without it the line is beside words that say the same. */
  readonly label?: string
  readonly values: readonly number[]
  readonly tone?: 'accent' | 'red' | 'amber'
}

/** How a number came about, without an axis. */
export function SparkLine({ label, values, tone = 'accent' }: Props) {
  const { language } = useI18n()
  if (values.length < 2) return null
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is hidden, or has a label
    <svg
      className="spark"
      viewBox="0 -4 100 108"
      preserveAspectRatio="none"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <polyline data-tone={tone} points={lineOf(values, language === 'ar')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
