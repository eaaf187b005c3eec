import { Checkbox, Popover } from '@mantine/core'
import { memo, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../Icon.tsx'
import { fieldTitle } from './field-title.ts'
import { type Extent, type Grants, give, hide, type Right } from './matrix.ts'

interface TickProps {
  readonly state: Extent
  readonly label: string
  readonly isLocked: boolean
  readonly describedBy?: string | undefined
  onPress(): void
}

/** A box of three states. One that is locked takes the focus all the same, so that its reason is heard. */
export function Tick({ state, label, isLocked, describedBy, onPress }: TickProps) {
  const checked = state === 'some' ? 'mixed' : state === 'all'
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input has no third state that is drawn and read out alike
    <button
      type="button"
      role="checkbox"
      className="tick"
      data-cell
      tabIndex={-1}
      aria-checked={checked}
      aria-label={label}
      aria-disabled={isLocked || undefined}
      aria-describedby={describedBy}
      onClick={() => !isLocked && onPress()}
    >
      <span>{state !== 'none' && <Icon name={state === 'all' ? 'check' : 'minus'} size={12} />}</span>
    </button>
  )
}

interface RowProps {
  readonly right: Right
  /** Undefined where it is not given. */
  readonly fields: readonly string[] | undefined
  readonly stored: readonly string[] | undefined
  readonly isReadOnly: boolean
  change(next: (grants: Grants) => Grants): void
}

const markOf = (stored: RowProps['stored'], fields: RowProps['fields']) => {
  if (stored === undefined || fields === undefined) return stored === fields ? undefined : stored === undefined ? 'added' : 'removed'
  return stored.length === fields.length && stored.every((one) => fields.includes(one)) ? undefined : 'changed'
}

/** One permission: given or not, and the fields that are hidden with it. */
export const RightRow = memo(function RightRow({ right, fields, stored, isReadOnly, change }: RowProps) {
  const { t } = useI18n()
  const { id, name, description, locked } = right
  const mark = markOf(stored, fields)
  const reason = `why-${id}`
  const isShownLocked = locked !== undefined && !isReadOnly
  return (
    <tr data-line data-mark={mark} data-right={name}>
      <td className="matrix-tick">
        <Tick
          state={fields ? 'all' : 'none'}
          label={name}
          isLocked={isReadOnly || locked !== undefined}
          describedBy={isShownLocked ? reason : undefined}
          onPress={() => change((grants) => give(grants, [right], !grants.has(id)))}
        />
      </td>
      <th scope="row">
        <span className="matrix-line">
          <span className="matrix-name">
            {description}
            {mark && (
              <span className="tag" data-tone={mark === 'added' ? 'green' : mark === 'removed' ? 'red' : 'blue'}>
                {t(`rights.${mark}`)}
              </span>
            )}
          </span>
          <code dir="ltr">{name}</code>
        </span>
        {isShownLocked && (
          <small id={reason} className="matrix-why">
            <Icon name="locked" size={12} />
            {locked}
          </small>
        )}
      </th>
      <td className="matrix-fields">
        {right.restrictableFields.length > 0 && <HiddenFields right={right} fields={fields} isReadOnly={isReadOnly} change={change} />}
      </td>
    </tr>
  )
})

function HiddenFields({ right, fields, isReadOnly, change }: Omit<RowProps, 'stored'>) {
  const words = useI18n()
  const { t, list } = words
  const { name, locked, kept, above } = right
  const [isOpen, setOpen] = useState(false)
  const isOff = fields === undefined
  const hidden = isOff ? [] : [...new Set([...fields, ...(above?.fields ?? [])])].sort()
  const isFixed = (field: string) => above?.fields.includes(field) || (kept?.fields.includes(field) && hidden.includes(field))
  const titles = list(hidden.map((field) => fieldTitle(field, words)))
  return (
    <Popover position="bottom-end" width={260} trapFocus withRoles={false} opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <button
          type="button"
          className="fields-button"
          data-cell
          tabIndex={-1}
          data-some={hidden.length > 0 || undefined}
          aria-disabled={isOff || undefined}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={hidden.length > 0 ? t('rights.hiddenOf', { name, fields: titles }) : t('rights.noneHiddenOf', { name })}
          onClick={() => !isOff && setOpen((before) => !before)}
        >
          {hidden.length > 0 && <Icon name="eyeOff" size={13} />}
          <span className="cut">{hidden.length > 0 ? titles : t('rights.noneHidden')}</span>
        </button>
      </Popover.Target>
      {!isOff && (
        <Popover.Dropdown role="dialog" aria-label={t('rights.hiddenFields')}>
          <div className="stack matrix-hidden">
            <p className="dim">{t('rights.hiddenHint')}</p>
            {right.restrictableFields.map((field, index) => (
              <Checkbox
                key={field}
                label={fieldTitle(field, words)}
                checked={hidden.includes(field)}
                disabled={isReadOnly || locked !== undefined || isFixed(field) === true}
                {...(index === 0 && { 'data-autofocus': true })}
                onChange={(event) => {
                  const isHidden = event.currentTarget.checked
                  change((grants) => hide(grants, right, field, isHidden))
                }}
              />
            ))}
            {[above, kept].map(
              (why) =>
                why &&
                why.fields.length > 0 && (
                  <small key={why.reason} className="matrix-why">
                    <Icon name="locked" size={12} />
                    {why.reason}
                  </small>
                ),
            )}
          </div>
        </Popover.Dropdown>
      )}
    </Popover>
  )
}
