import type { Block, LanguageFrame, TemplateText } from './template.ts'

/** Liquid sources of one mail, as a tenant could also write them. */
export interface TemplateSource {
  subject: string
  bodyHtml: string
  bodyText: string
}

/** Sets the blocks of one mail twice, as an HTML document and as plain text; both say the same words. */
export function layOut(language: string, frame: LanguageFrame, template: TemplateText): TemplateSource {
  const html = template.blocks.map((block) => htmlBlock(frame, block)).join('\n')
  const text = template.blocks.map((block) => textBlock(frame, block)).join('')
  return {
    subject: template.subject,
    bodyHtml: htmlDocument(language, frame, html),
    bodyText: `${frame.greeting}\n\n${text}-- \n${frame.closing}\n`,
  }
}

const circumstances = (frame: LanguageFrame) =>
  [
    { label: frame.time, variable: 'time' },
    { label: frame.actor, variable: 'actor.name' },
    { label: frame.device, variable: 'device' },
    { label: frame.ip, variable: 'ip' },
  ] as const

function htmlDocument(language: string, frame: LanguageFrame, body: string): string {
  return `<!doctype html>
<html lang="${language}" dir="${frame.direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{ tenant.name }}</title></head>
<body dir="${frame.direction}" style="margin:0;padding:24px;background:#f4f5f7;color:#1f2430;font:16px/1.6 system-ui,'Segoe UI',Tahoma,Arial,sans-serif">
<div dir="${frame.direction}" style="max-width:520px;margin:0 auto;padding:24px 28px;background:#ffffff;border-radius:8px">
<p>${isolated(frame.greeting)}</p>
${body}
<p style="margin-top:28px;color:#5c6370;font-size:13px">${isolated(frame.closing)}</p>
</div>
</body>
</html>
`
}

function htmlBlock(frame: LanguageFrame, block: Block): string {
  if ('paragraph' in block) return `<p>${isolated(block.paragraph)}</p>`
  if ('code' in block) {
    const style = 'text-align:center;font:600 24px/1.4 Consolas,Menlo,monospace;word-break:break-all'
    return onlyIf(block.onlyIfGiven && block.code, `<p dir="ltr" style="${style}">{{ ${block.code} }}</p>`)
  }
  if ('button' in block) return htmlButton(frame, block)
  const rows = circumstances(frame).map(
    ({ label, variable }) => `{% if ${variable} %}<li>${label}: <bdi>{{ ${variable} }}</bdi></li>{% endif %}`,
  )
  return `<ul style="padding-inline-start:20px">${rows.join('')}</ul>`
}

function htmlButton(frame: LanguageFrame, block: { button: string; onlyIfGiven?: true }): string {
  const style = 'display:inline-block;padding:10px 20px;background:#2b5cd9;color:#ffffff;border-radius:6px;text-decoration:none'
  const button = `<p><a href="{{ link }}" rel="noreferrer" style="${style}">${block.button}</a></p>
<p style="color:#5c6370;font-size:13px">${frame.linkHint}<br><bdi dir="ltr" style="word-break:break-all">{{ link }}</bdi></p>`
  return onlyIf(block.onlyIfGiven && 'link', button)
}

const onlyIf = (variable: string | undefined, source: string) => (variable ? `{% if ${variable} %}${source}{% endif %}` : source)

/** Names and addresses may read the other way than the text around them; in a `bdi` neither turns the other's parts around. */
const isolated = (paragraph: string) => paragraph.replace(/\{\{ ([a-z]+\.\w+|lockoutEnd) \}\}/g, '<bdi>{{ $1 }}</bdi>')

function textBlock(frame: LanguageFrame, block: Block): string {
  if ('paragraph' in block) return `${block.paragraph}\n\n`
  if ('code' in block) return onlyIf(block.onlyIfGiven && block.code, `{{ ${block.code} }}\n\n`)
  if ('button' in block) return onlyIf(block.onlyIfGiven && 'link', `${block.button}:\n{{ link }}\n\n`)
  const rows = circumstances(frame).map(({ label, variable }) => `{% if ${variable} %}${label}: {{ ${variable} }}\n{% endif %}`)
  return `${rows.join('')}\n`
}
