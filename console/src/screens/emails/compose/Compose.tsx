import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentProps, type PropsWithChildren, useState } from 'react'
import { ask } from '../../../api/client.ts'
import { useStart } from '../../../api/start.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { useElsewhere } from '../../../shell/Whose.tsx'
import { useActs } from '../../../ui/acts.ts'
import { idIn } from '../../../ui/address.ts'
import { useZone } from '../../../ui/days/zone.ts'
import type { Person } from '../../../ui/form/PeopleField.tsx'
import { Fields } from '../../../ui/form/RecordForm.tsx'
import { isStillAt } from '../../../ui/form/still-at.ts'
import { Note } from '../../../ui/Note.tsx'
import { RecordPage } from '../../../ui/RecordPage.tsx'
import { tell, tellFlaw } from '../../../ui/toasts.tsx'
import { useWithin } from '../../../ui/within.ts'
import { MailPane } from './MailPane.tsx'
import { emptyDraft } from './mail-draft.ts'
import { RecipientFields } from './RecipientFields.tsx'
import { SendDialog } from './SendDialog.tsx'
import { TemplateFields } from './TemplateFields.tsx'
import { useCount } from './use-count.ts'
import { useMailForm } from './use-mail-form.ts'
import { variablesOf } from './variables.ts'
import { WhenFields } from './WhenFields.tsx'

/** `/emails/compose`: to whom, what, and when, beside what one of them will read. `template` in the address chooses one, and `to` somebody. */
export default function Compose() {
  const [sent, setSent] = useState(0)
  const id = idIn((useSearch({ strict: false }) as { to?: string }).to)
  const query = useQuery({ ...ask('listEmailRecipients', { query: { q: id ?? '', limit: 2 } }), enabled: id !== undefined, staleTime: 0 })
  // whoever can't be found is not written to: the form begins with nobody
  if (id !== undefined && query.data === undefined)
    return (
      <ComposePage error={query.error} onRetry={() => void query.refetch()}>
        <div className="lines" />
      </ComposePage>
    )
  const people = (query.data?.items ?? []).filter((one) => one.id === id)
  return <Form key={`${id} ${sent}`} people={sent === 0 ? people : []} onSent={() => setSent(sent + 1)} />
}

/** @param error why it can't be begun */
function ComposePage({
  children,
  ...page
}: Partial<Pick<ComponentProps<typeof RecordPage>, 'error' | 'onRetry' | 'title'>> & PropsWithChildren) {
  const { t } = useI18n()
  return (
    <RecordPage title={undefined} onRetry={() => {}} {...page} kind={t('new.email')} trail={[{ title: t('nav.emails'), to: '/emails' }]}>
      {children}
    </RecordPage>
  )
}

interface Props {
  /** To whom it goes as the form is opened. */
  readonly people: readonly Person[]
  /** For whoever may send mails and see none: there is nowhere to go but to the next one. */
  onSent(): void
}

function Form({ people, onSent }: Props) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { can } = useStart()
  const acts = useActs(/Email/)
  const zone = useZone()
  const within = useWithin()
  const { template } = useSearch({ strict: false }) as { template?: string }
  const [start] = useState(() => emptyDraft(idIn(template) ?? null, within ?? null, people))
  const done = (to: string, search: object, told: string, isWhole = true) => {
    if (isWhole) tell(told)
    else tellFlaw(told)
    void acts.refresh()
    // whoever left the form meanwhile is not led away from where they are
    if (!isStillAt('/emails/compose')) return
    // a mail is always of the own tenant: among those of another one that is looked at it would seem never to have been sent
    if (can('emails.view') === true) void navigate({ to, search: { ...search, within: undefined } } as never)
    else onSent()
  }
  const mail = useMailForm(start, zone, done)
  const { form, names } = mail
  const mayChoose = can('templates.view') === true
  const read = useQuery({
    ...ask('getMessageTemplate', { path: { id: form.draft.templateId ?? '' } }),
    enabled: mayChoose && form.draft.templateId !== null,
  })
  names.current = variablesOf(read.data).map(({ name }) => name)
  const elsewhere = useElsewhere('whose.mail')
  const count = useCount(form.draft, names.current, zone)
  return (
    <ComposePage title={t('new.email')}>
      {mayChoose ? (
        <div className="template-form">
          <div className="template-texts">
            {elsewhere && <Note tone="amber">{elsewhere}</Note>}
            <Fields form={form} titles={{}} submit={t(form.draft.when === 'later' ? 'compose.schedule' : 'compose.send')} isNew>
              <TemplateFields form={form} read={form.draft.templateId === null ? undefined : read} missing={mail.missing} />
              <RecipientFields form={form} missing={mail.missing} count={count} />
              <WhenFields form={form} zone={zone} missing={mail.missing} />
            </Fields>
          </div>
          <MailPane draft={form.draft} template={read.data} sample={count.data?.sample} />
        </div>
      ) : (
        <Note tone="amber">{t('fault.forbiddenHint', { permission: 'templates.view' })}</Note>
      )}
      {mail.asked && <SendDialog asked={mail.asked} onClose={mail.close} />}
    </ComposePage>
  )
}
