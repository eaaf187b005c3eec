import { Button, Popover, TextInput } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Status } from '../../ui/Status.tsx'
import type { AdminsSearch, ListState } from './admins-search.ts'

interface Props {
  readonly state: ListState
  /** Names of what the address has by its id, as far as they are known. */
  readonly names: { readonly role: string | undefined; readonly tenant: string | undefined }
  readonly field: RefObject<HTMLInputElement | null>
  onChange(change: AdminsSearch): void
}

const waitMs = 250
export const noFilter = { search: undefined, status: undefined, twoFactor: undefined, role: undefined, tenant: undefined, page: undefined }

/** Search and filters. What is typed is searched for when nobody types on. */
export function Tools({ state, names, field, onChange }: Props) {
  const { t } = useI18n()
  const { filter, status, twoFactor } = state
  const searched = filter.search ?? ''
  const [text, setText] = useState(searched)
  useEffect(() => setText(searched), [searched])
  useEffect(() => {
    if (text === searched) return
    const timer = setTimeout(() => onChange({ search: text.trim() || undefined, page: undefined }), waitMs)
    return () => clearTimeout(timer)
  }, [text, searched, onChange])
  const chips = [
    status && { key: 'status', name: t('admins.status'), value: t(`status.${status}`) },
    twoFactor !== null && { key: 'twoFactor', name: t('admins.twoFactor'), value: t(twoFactor ? 'admins.on' : 'admins.off') },
    filter.roleId && { key: 'role', name: t('admins.role'), value: names.role ?? '…' },
    filter.tenantId && { key: 'tenant', name: t('admins.tenant'), value: names.tenant ?? '…' },
  ].filter((chip) => !!chip)
  const option = (change: AdminsSearch, isOn: boolean, label: React.ReactNode) => (
    <button type="button" className="option" aria-pressed={isOn} onClick={() => onChange({ ...change, page: undefined })}>
      {label}
      {isOn && <Icon name="check" size={14} />}
    </button>
  )
  return (
    <div className="tools">
      <TextInput
        ref={field}
        className="find"
        type="search"
        aria-label={t('list.search')}
        placeholder={t('list.search')}
        leftSection={<Icon name="search" size={14} />}
        rightSection={
          <kbd className="not-small" dir="ltr">
            /
          </kbd>
        }
        value={text}
        maxLength={100}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Popover position="bottom-start" width={230} trapFocus>
        <Popover.Target>
          <Button variant="default" className="tool" leftSection={<Icon name="filter" size={15} />}>
            <span className="sr-small">{t('list.filter')}</span>
            {chips.length > 0 && <span className="badge only-small">{chips.length}</span>}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <fieldset className="options">
            <legend>{t('admins.status')}</legend>
            {(['Active', 'Deactivated', 'Blocked', 'LockedOut'] as const).map((name) => (
              <span key={name}>{option({ status: status === name ? undefined : name }, status === name, <Status value={name} />)}</span>
            ))}
          </fieldset>
          <fieldset className="options">
            <legend>{t('admins.twoFactor')}</legend>
            {option({ twoFactor: twoFactor === true ? undefined : 'on' }, twoFactor === true, t('admins.on'))}
            {option({ twoFactor: twoFactor === false ? undefined : 'off' }, twoFactor === false, t('admins.off'))}
          </fieldset>
        </Popover.Dropdown>
      </Popover>
      <div className="chips">
        {chips.map(({ key, name, value }) => (
          <span key={key} className="chip">
            <span>{name}</span> <span>{t('list.is')}</span>{' '}
            <b>
              <bdi>{value}</bdi>
            </b>
            <button type="button" aria-label={t('list.remove', { name })} onClick={() => onChange({ [key]: undefined, page: undefined })}>
              <Icon name="close" size={12} />
            </button>
          </span>
        ))}
        {chips.length > 1 && (
          <button type="button" className="quiet-link" onClick={() => onChange(noFilter)}>
            {t('list.clear')}
          </button>
        )}
      </div>
    </div>
  )
}
