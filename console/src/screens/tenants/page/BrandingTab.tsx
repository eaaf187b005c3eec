import { TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useStart } from '../../../api/start.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { contrast, inkOn, isColour, readableOn } from '../../../theme/contrast.ts'
import { Fields } from '../../../ui/form/RecordForm.tsx'
import { Note } from '../../../ui/Note.tsx'
import { conflictLines } from '../../../ui/shown/ConflictLines.tsx'
import { type SettingName, without } from '../settings.ts'
import { useSettingsDraft } from '../settings-draft.ts'
import type { Detail } from '../tenant.ts'
import { BrandPreview, grounds } from './BrandPreview.tsx'
import { ColourField } from './ColourField.tsx'
import { JsonField } from './JsonField.tsx'
import { flawIn } from './json-flaw.ts'
import { LogoField } from './LogoField.tsx'
import { hasBadColour } from './login-words.ts'
import { SignInWords } from './SignInWords.tsx'

const texts = ['companyName', 'loginHeadline', 'loginSubtitle'] as const
const colours = ['primaryColor', 'secondaryColor'] as const
const addresses = ['logoUrl', 'faviconUrl'] as const
const jsons = ['loginBrandingJson', 'dashboardThemeJson'] as const
const names: readonly SettingName[] = [...texts, ...colours, ...addresses, ...jsons]

/** Colours, pictures and words, beside what people will see of them. */
export function BrandingTab({ tenant }: { tenant: Detail }) {
  const { t } = useI18n()
  const { can } = useStart()
  const { form, read, refresh } = useSettingsDraft(tenant, names)
  const titles = Object.fromEntries(names.map((name) => [name, t(`tenants.brand.${name as (typeof texts)[number]}`)]))
  const mayChange = can('tenants.update') === true
  /** Its own, else what is inherited. */
  const holds = (name: SettingName): string | null => {
    const value = form.draft[name] ?? without(read, name)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const field = (name: SettingName) => ({
    label: t(`tenants.brand.${name as (typeof texts)[number]}`),
    error: form.faultOf(name),
    disabled: !mayChange,
    placeholder: String(without(read, name) ?? ''),
    value: String(form.draft[name] ?? ''),
  })
  const primary = holds('primaryColor')
  const ownJson = (name: (typeof jsons)[number]) => (form.draft[name] as string | null | undefined) ?? null
  const json = (name: (typeof jsons)[number]) => ({
    inherited: String(without(read, name) ?? '') || null,
    fault: form.faultOf(name),
    onChange: (value: string | null) => form.set({ [name]: value }),
  })
  const theme = json('dashboardThemeJson')
  const words = ownJson('loginBrandingJson')
  const side = useRef<HTMLDivElement>(null)
  const checked = {
    ...form,
    submit() {
      // what was wrong before somebody came stops nobody
      const isWrong = jsons.some((name) => {
        const text = ownJson(name)
        return text !== form.base[name] && text !== null && (flawIn(text) !== null || (name === 'loginBrandingJson' && hasBadColour(text)))
      })
      if (!isWrong) return form.submit()
      const field = side.current?.querySelector<HTMLElement>('.json-field [aria-invalid=true], .form-part [aria-invalid=true]')
      field?.closest('details')?.setAttribute('open', '')
      field?.focus()
    },
  }
  return (
    <div className="halves brand-halves" ref={side}>
      <div className="stack">
        <LogoField tenant={tenant} mayChange={mayChange} onDone={refresh} />
        <Fields
          form={checked}
          titles={titles}
          lines={(name, shown) => jsons.some((one) => one === name) && conflictLines(shown)}
          submit={t('act.save')}
        >
          {texts.map((name) => (
            <TextInput
              key={name}
              {...field(name)}
              dir="auto"
              maxLength={name === 'loginSubtitle' ? 500 : 200}
              onChange={(event) => form.set({ [name]: event.currentTarget.value || null })}
            />
          ))}
          <div className="two-columns">
            {colours.map((name) => (
              <ColourField
                key={name}
                {...field(name)}
                pick={t('tenants.pick', { name: t(`tenants.brand.${name}`) })}
                onChange={(value) => form.set({ [name]: value })}
              />
            ))}
          </div>
          {isColour(primary) && <Verdict colour={primary} />}
          {addresses.map((name) => (
            <TextInput
              key={name}
              {...field(name)}
              description={t('tenants.pictureHint')}
              dir="ltr"
              type="text"
              onChange={(event) => form.set({ [name]: event.currentTarget.value || null })}
            />
          ))}
          <SignInWords
            own={words}
            {...json('loginBrandingJson')}
            usual={wordsOf(holds('loginHeadline'), holds('loginSubtitle'), primary)}
            mayChange={mayChange}
          />
          <JsonField
            label={t('tenants.brand.dashboardThemeJson')}
            description={t('tenants.themeHint')}
            value={ownJson('dashboardThemeJson')}
            placeholder={theme.inherited ?? ''}
            fault={theme.fault}
            isReadOnly={!mayChange}
            onChange={theme.onChange}
          />
        </Fields>
      </div>
      <BrandPreview
        look={{
          name: holds('companyName') ?? tenant.name,
          headline: holds('loginHeadline'),
          subtitle: holds('loginSubtitle'),
          primary: isColour(primary) ? primary : null,
          json: holds('loginBrandingJson'),
          logo: holds('logoUrl') ?? tenant.logoUrl,
        }}
      />
    </div>
  )
}

const wordsOf = (headline: string | null, subtitle: string | null, colour: string | null) => ({
  ...(headline !== null && { 'en.headline': headline, 'ar.headline': headline }),
  ...(subtitle !== null && { 'en.subtitle': subtitle, 'ar.subtitle': subtitle }),
  ...(colour !== null && { 'dark.primaryColor': colour }),
})

/** How the main colour can be read, and what is done where it can't. */
function Verdict({ colour }: { colour: string }) {
  const { t } = useI18n()
  const weak = (['light', 'dark'] as const).filter((theme) => contrast(colour, grounds[theme]) < 4.5)
  const ink = t(inkOn(colour) === '#ffffff' ? 'tenants.white' : 'tenants.black')
  if (weak.length === 0) return <Note tone="green">{t('tenants.contrastGood', { ink })}</Note>
  return (
    <Note tone="amber">
      {t('tenants.contrastInk', { ink })}
      {weak.map((theme) => (
        <small key={theme}>
          {t(theme === 'light' ? 'tenants.contrastLight' : 'tenants.contrastDark', {
            ratio: contrast(colour, grounds[theme]).toFixed(1),
            colour: readableOn(colour, grounds[theme]),
          })}
        </small>
      ))}
    </Note>
  )
}
