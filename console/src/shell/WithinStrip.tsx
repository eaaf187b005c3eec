import { useI18n } from '../i18n/i18n.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useChosenTenant, useGoWithin } from './use-place.ts'

/** Says that not all is shown, and leads back to it. */
export function WithinStrip() {
  const { t } = useI18n()
  const { id, name } = useChosenTenant()
  const goWithin = useGoWithin()
  if (id === undefined) return null
  return (
    <div className="within" role="status">
      <Icon name="tree" size={14} />
      <span className="cut" dir="auto">
        {name === undefined ? t('within.onlyPart') : t('within.only', { name })}
      </span>
      <button type="button" className="quiet-link" onClick={() => goWithin(undefined)}>
        {t('within.leave')}
      </button>
    </div>
  )
}
