import type { Language } from '#core/messages.ts'

interface PdfWords {
  readonly title: string
  readonly filter: string
  readonly everything: string
  readonly made: string
  readonly page: string
  readonly columns: readonly [time: string, actor: string, action: string, record: string, tenant: string, outcome: string, from: string]
  readonly onBehalfOf: string
  readonly outcomes: Readonly<Record<'success' | 'failure' | 'denied', string>>
}

/** What stands on an exported page beside what was logged. */
export const pdfWords: Readonly<Record<Language, PdfWords>> = {
  en: {
    title: 'Audit log',
    filter: 'Filter',
    everything: 'everything',
    made: 'Made at {time} by {name}; entries: {count}',
    page: 'Page {number}',
    columns: ['Time (UTC)', 'Who', 'Action', 'Record', 'Organization', 'Outcome', 'Address'],
    onBehalfOf: 'as {name}',
    outcomes: { success: 'success', failure: 'failure', denied: 'denied' },
  },
  ar: {
    title: 'سجل التدقيق',
    filter: 'التصفية',
    everything: 'الكل',
    made: 'أُعد في {time} بواسطة {name}؛ عدد السجلات: {count}',
    page: 'صفحة {number}',
    columns: ['الوقت (UTC)', 'من', 'الإجراء', 'السجل', 'المؤسسة', 'النتيجة', 'العنوان'],
    onBehalfOf: 'بصفة {name}',
    outcomes: { success: 'نجاح', failure: 'فشل', denied: 'رفض' },
  },
}
