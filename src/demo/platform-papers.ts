/** A small file of somebody's. */
export interface Paper {
  readonly name: string
  readonly type: string
  readonly text: string
}

export const handbook: Paper = {
  name: 'Onboarding steps.csv',
  type: 'text/csv',
  text: `step,who,days
Contract signed,Sales,0
Tenant made and granted,Operations,1
First admin invited,Operations,1
Logo and colours,Reseller,3
Staff imported,Reseller,5
First review of the audit log,Support desk,30
`,
}

export const signet: Paper = {
  name: 'Signet.svg',
  type: 'image/svg+xml',
  text: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="120" height="120">
<rect width="120" height="120" rx="24" fill="#0b7285"/>
<path d="M60 22 96 44v32L60 98 24 76V44z" fill="none" stroke="#fff" stroke-width="8" stroke-linejoin="round"/>
<circle cx="60" cy="60" r="10" fill="#ffd43b"/>
</svg>
`,
}

export const maintenanceNotice = {
  name: 'Maintenance notice',
  subject: 'Maintenance on {{ day }}',
  bodyHtml: '<p>Hello {{ recipient.firstName }},</p><p>on {{ day }} the service is away for about {{ minutes }} minutes.</p>',
  category: 'notification',
  variables: ['day', 'minutes'],
  variableDefinitions: [
    { name: 'day', required: true, example: '1 March' },
    { name: 'minutes', default: 30, example: 30 },
  ],
  translations: {
    ar: {
      subject: 'صيانة يوم {{ day }}',
      bodyHtml: '<p dir="rtl">مرحبا {{ recipient.firstName }}، تتوقف الخدمة يوم {{ day }} نحو {{ minutes }} دقيقة.</p>',
    },
  },
}
