import { useI18n } from '../i18n/i18n.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useChosenTenant, useGoWithin } from './use-place.ts'

/** No name has one. */
const mark = '\n'

/** The name alone is cut, in its own direction: in a line that runs the other way it would lose its beginning. */
function Named({ name }: { name: string }) {
  const { t } = useI18n()
  const [before, after] = t('within.only', { name: mark }).split(mark)
  return (
    <span className="within-named">
      <span>{before}</span>
      <bdi className="cut" dir="auto">
        {name}
      </bdi>
      <span>{after}</span>
    </span>
  )
}

/** Says that not all is shown, and leads back to it. */
export function WithinStrip() {
  const { t } = useI18n()
  const { id, name } = useChosenTenant()
  const goWithin = useGoWithin()
  if (id === undefined) return null
  return (
    <div className="within" role="status">
      <Icon name="tree" size={14} />
      {name === undefined ? (
        <span className="cut" dir="auto">
          {t('within.onlyPart')}
        </span>
      ) : (
        <Named name={name} />
      )}
      <button type="button" className="quiet-link" onClick={() => goWithin(undefined)}>
        {t('within.leave')}
      </button>
    </div>
  )
}
