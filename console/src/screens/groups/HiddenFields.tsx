import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useCatalogue } from '../../ui/matrix/catalogue.ts'
import { fieldTitle } from '../../ui/matrix/field-title.ts'
import { FaultOf } from '../../ui/Note.tsx'
import type { Group } from './group.ts'
import type { GroupActs } from './group-acts.ts'
import { type Hidden, hiddenOf, hide } from './rights.ts'

interface Props {
  /** As it was read. */
  readonly group: Group
  readonly acts: GroupActs
  readonly hidden: Hidden
  onChange(hidden: Hidden): void
}

/** The fields that a group can hide from its members, and those that it does. What its tenant is not granted hides nothing, and is locked. */
export function HiddenFields({ group, acts, hidden, onChange }: Props) {
  const words = useI18n()
  const { t } = words
  const seesCatalogue = acts.can('roles.view') === true
  const catalogue = useCatalogue(seesCatalogue)
  const { tenantId } = group
  const granted = useQuery({ ...ask('listAvailablePermissions', { query: tenantId === null ? {} : { tenantId } }), enabled: seesCatalogue })
  const isGranted = (name: string) => granted.data?.some((one) => one.name === name) !== false
  // who may not see the catalogue knows what the group hides, and nothing else that it could
  const known = [...hiddenOf(group)].map(([name, restrictableFields]) => ({ name, description: null, restrictableFields }))
  const restrictable = seesCatalogue
    ? catalogue.data?.flatMap(({ permissions }) => permissions).filter(({ restrictableFields }) => restrictableFields.length > 0)
    : known
  const error = catalogue.error ?? granted.error
  return (
    <section aria-labelledby="group-fields">
      <div className="section-head">
        <h2 id="group-fields">{t('groups.fields')}</h2>
      </div>
      <p className="dim">{t('groups.fieldsHint')}</p>
      {error && <FaultOf error={error} />}
      <ul className="members">
        {restrictable?.map(({ name, description, restrictableFields }) => (
          <li key={name}>
            <span>
              {description} <code dir="ltr">{name}</code>
              {!isGranted(name) && (
                <small id={`not-granted-${name}`} className="dim">
                  {' '}
                  {t('roles.lockTenant', { name: group.tenantName ?? '' })}
                </small>
              )}
            </span>
            <span className="fields">
              {restrictableFields.map((field) => {
                const isHidden = hidden.get(name)?.includes(field) === true
                return (
                  <Checkbox
                    key={field}
                    label={fieldTitle(field, words)}
                    aria-label={t('groups.hides', { field: fieldTitle(field, words), name })}
                    aria-describedby={isGranted(name) ? undefined : `not-granted-${name}`}
                    checked={isHidden}
                    // what was ticked before the grant was cut can be taken back
                    disabled={!acts.canUpdate || !(isHidden || isGranted(name))}
                    onChange={(event) => onChange(hide(hidden, name, field, event.currentTarget.checked))}
                  />
                )
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
