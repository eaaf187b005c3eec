import { type CSSProperties, useState } from 'react'
import { useI18n } from '../../../i18n/i18n.tsx'
import { inkOn, readableOn } from '../../../theme/contrast.ts'
import { Avatar } from '../../../ui/Person.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { extrasIn } from '../../../ui/shown/branding-json.ts'

export interface Look {
  readonly name: string
  readonly headline: string | null
  readonly subtitle: string | null
  readonly primary: string | null
  readonly logo: string | null
  /** Words for one language and a colour for the dark theme (`loginBrandingJson`), which the sign-in page has. */
  readonly json: string | null
}

/** What a page stands on in each theme. */
export const grounds = { light: '#ffffff', dark: '#131418' } as const

/** Words of the picture in both languages, whichever this page is in. */
const words = {
  en: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    forgot: 'Forgot password?',
    places: ['Dashboard', 'Admins', 'Users', 'Roles'],
    make: 'New user',
  },
  ar: {
    title: 'تسجيل الدخول',
    email: 'البريد الإلكتروني',
    password: 'كلمة المرور',
    forgot: 'نسيت كلمة المرور؟',
    places: ['لوحة المعلومات', 'المشرفون', 'المستخدمون', 'الأدوار'],
    make: 'مستخدم جديد',
  },
} as const

type Page = 'signIn' | 'console'
type Theme = keyof typeof grounds
type Tongue = keyof typeof words

/** What people will see: a picture of both pages, in both themes and languages, wide and on a phone. */
export function BrandPreview({ look }: { look: Look }) {
  const { t } = useI18n()
  const [page, setPage] = useState<Page>('signIn')
  const [theme, setTheme] = useState<Theme>('light')
  const [tongue, setTongue] = useState<Tongue>('en')
  const [size, setSize] = useState<'wide' | 'phone'>('wide')
  const extras = extrasIn(look.json, tongue)
  const primary = (page === 'signIn' && theme === 'dark' && extras.darkColor) || look.primary || '#4a4ed8'
  const subtitle = extras.subtitle ?? look.subtitle
  const style = { '--brand': primary, '--on-brand': inkOn(primary), '--brand-text': readableOn(primary, grounds[theme]) } as CSSProperties
  const said = words[tongue]
  return (
    <section className="stack preview-side" aria-label={t('tenants.preview')}>
      <div className="chips">
        <Segments<Page>
          label={t('tenants.previewPage')}
          value={page}
          onChange={setPage}
          options={[
            { value: 'signIn', label: t('tenants.tab.sign-in') },
            { value: 'console', label: t('shell.console') },
          ]}
        />
        <Segments<Theme>
          label={t('tenants.previewTheme')}
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'light', label: t('tenants.light') },
            { value: 'dark', label: t('tenants.dark') },
          ]}
        />
        <Segments<Tongue>
          label={t('tenants.previewLanguage')}
          value={tongue}
          onChange={setTongue}
          options={[
            { value: 'en', label: t('tenants.language.en') },
            { value: 'ar', label: t('tenants.language.ar') },
          ]}
        />
        <Segments<'wide' | 'phone'>
          label={t('tenants.previewSize')}
          value={size}
          onChange={setSize}
          options={[
            { value: 'wide', label: t('tenants.wide') },
            { value: 'phone', label: t('tenants.phone') },
          ]}
        />
      </div>
      <div
        className="preview"
        role="img"
        aria-label={t('tenants.preview')}
        data-theme={theme}
        data-size={size}
        data-page={page}
        dir={tongue === 'ar' ? 'rtl' : 'ltr'}
        lang={tongue}
        style={style}
      >
        {page === 'signIn' ? (
          <div className="preview-card">
            <Avatar name={look.name} size={36} src={look.logo} />
            <b dir="auto">{extras.headline ?? look.headline ?? look.name}</b>
            {subtitle && <p dir="auto">{subtitle}</p>}
            <span className="preview-label">{said.email}</span>
            <span className="preview-input" />
            <span className="preview-label">{said.password}</span>
            <span className="preview-input" data-focus />
            <span className="preview-button">{said.title}</span>
            <span className="preview-link">{said.forgot}</span>
          </div>
        ) : (
          <>
            <div className="preview-nav">
              <span className="preview-brand">
                <Avatar name={look.name} size={20} src={look.logo} />
                <b dir="auto">{look.name}</b>
              </span>
              {said.places.map((place, index) => (
                <span key={place} data-on={index === 2 || undefined}>
                  {place}
                </span>
              ))}
            </div>
            <div className="preview-main">
              <b>{said.places[2]}</b>
              <span className="preview-button">{said.make}</span>
              {[62, 48, 55, 40].map((width) => (
                <span key={width} className="preview-line" style={{ width: `${width}%` }} />
              ))}
            </div>
          </>
        )}
      </div>
    </section>
  )
}
