/** The filters of the log. Days are those of the person's zone; the address has the moments that they begin and end with. */
import { Select, TextInput } from '@mantine/core'
import type { I18n } from '../../i18n/i18n.tsx'
import { idIn } from '../../ui/address.ts'
import { dayEnd, dayOf, dayStart, firstDay, lastDay } from '../../ui/days/days.ts'
import { type Filter, RecordName } from '../../ui/list/list-filters.ts'
import type { Entry } from './entry.ts'
import { outcomes } from './entry.ts'
import { isAction, knownActions } from './known-actions.ts'
import { Outcome } from './Outcome.tsx'

const isMoment = (value: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))
const isId = (value: string) => idIn(value) !== undefined
const isShort = (value: string) => value.length <= 200

/** @param rows the page that is shown, which knows the names of what the address has by its id */
export function filtersOf({ t, date }: I18n, zone: string, rows: readonly Entry[]): Filter[] {
  const day = (key: 'from' | 'to', toMoment: (day: string, zone: string) => Date): Filter => ({
    key,
    title: t(`audit.${key}`),
    param: key,
    accepts: isMoment,
    nameOf: (value) => date(value),
    field: (value, onChange) => (
      <TextInput
        type="date"
        label={t(`audit.${key}`)}
        min={firstDay}
        max={lastDay}
        // what is typed is left alone: of a day that is no whole one yet the address knows nothing
        defaultValue={value && isMoment(value) ? dayOf(new Date(value), zone) : ''}
        onChange={({ currentTarget: { value: day, validity } }) => {
          if (validity.valid) onChange(day ? toMoment(day, zone).toISOString() : undefined)
        }}
      />
    ),
  })
  const trace: Filter = {
    key: 'trace',
    title: t('audit.trace'),
    param: 'traceId',
    accepts: isShort,
    field: (value, onChange) => (
      <TextInput
        label={t('audit.trace')}
        description={t('audit.traceHint')}
        dir="ltr"
        defaultValue={value ?? ''}
        spellCheck={false}
        autoComplete="off"
        onBlur={({ currentTarget }) => onChange(currentTarget.value.trim() || undefined)}
        onKeyDown={({ key: pressed, currentTarget }) => pressed === 'Enter' && onChange(currentTarget.value.trim() || undefined)}
      />
    ),
  }
  const action: Filter = {
    key: 'action',
    title: t('audit.action'),
    param: 'action',
    accepts: isAction,
    field: (value, onChange) => (
      <Select
        label={t('audit.action')}
        description={t('audit.actionHint')}
        data={knownActions}
        value={value !== undefined && isAction(value) ? value : null}
        onChange={(chosen) => onChange(chosen ?? undefined)}
        searchable
        clearable
        dir="ltr"
        comboboxProps={{ withinPortal: false }}
      />
    ),
  }
  return [
    {
      key: 'outcome',
      title: t('audit.outcome'),
      options: outcomes.map((value) => ({
        value,
        label: <Outcome value={value} />,
        text: t(`audit.outcome.${value}`),
        query: { outcome: value },
      })),
    },
    {
      key: 'acted',
      title: t('audit.acted'),
      options: [
        { value: 'yes', label: t('audit.actedYes'), text: t('fact.yes'), query: { impersonated: true } },
        { value: 'no', label: t('audit.actedNo'), text: t('fact.no'), query: { impersonated: false } },
      ],
    },
    day('from', dayStart),
    day('to', dayEnd),
    action,
    trace,
    {
      key: 'actor',
      title: t('audit.by'),
      param: 'actorId',
      accepts: isId,
      nameOf: (id) => rows.find(({ actorId }) => actorId === id)?.actorName ?? <code dir="ltr">{id}</code>,
    },
    {
      key: 'record',
      title: t('audit.record'),
      param: 'entityId',
      accepts: isShort,
      nameOf: (id) => rows.find(({ entityId }) => entityId === id)?.entityName ?? <code dir="ltr">{id}</code>,
    },
    {
      key: 'tenant',
      title: t('fact.tenant'),
      param: 'tenantId',
      accepts: isId,
      nameOf: (id) => rows.find(({ tenantId }) => tenantId === id)?.tenantName ?? <RecordName kind="tenant" id={id} />,
    },
  ]
}
