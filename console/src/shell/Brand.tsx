import { Popover } from '@mantine/core'
import { useState } from 'react'
import { useStart } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Icon } from '../ui/Icon.tsx'
import { whenLoaded } from '../ui/shown/when-loaded.tsx'
import { useChosenTenant } from './use-place.ts'

const TenantList = whenLoaded(() => import('./TenantList.tsx'))

/** Whose console this is, and which part of the tree it shows; whoever may see tenants chooses that here. */
export function Brand() {
  const { t } = useI18n()
  const { start, can } = useStart()
  const chosen = useChosenTenant()
  const [isOpen, setOpen] = useState(false)
  const tenant = start?.tenant
  const name = tenant?.branding.companyName ?? tenant?.name ?? start?.service.name ?? t('app.name')
  const isSwitch = can('tenants.view') === true
  const all = t(!isSwitch ? 'shell.console' : tenant ? 'within.own' : 'within.all')
  const place = chosen.id === undefined ? all : (chosen.name ?? t('within.part'))
  const block = (
    <>
      <Mark name={name} logo={tenant?.branding.logoUrl ?? null} />
      <span className="tenant-name">
        <b className="cut" dir="auto">
          {name}
        </b>
        <small className="cut" dir="auto">
          {place}
        </small>
      </span>
    </>
  )
  if (!isSwitch) return <div className="brand">{block}</div>
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={320} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className="tenant-switch" onClick={() => setOpen(!isOpen)}>
          {block}
          <Icon name="chevrons" size={15} label={t('within.choose')} />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('within.choose')} className="switch-box">
        {isOpen && <TenantList onDone={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

/** The logo, or the first letter on the accent. */
function Mark({ name, logo }: { name: string; logo: string | null }) {
  const [failed, setFailed] = useState<string | null>(null)
  if (logo && failed !== logo) return <img className="mark logo" src={logo} alt="" onError={() => setFailed(logo)} />
  return <span className="mark" aria-hidden="true" data-initials={([...name.trim()][0] ?? 'T').toUpperCase()} />
}
