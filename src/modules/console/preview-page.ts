/**
 * What stands at `/console/preview`: an empty page in which the console shows what a mail looks like. It is framed without an origin of its
 * own (`sandbox`), is handed the mail by a message, and lets styles hold while nothing in a mail runs: what could is taken out, and what was
 * overlooked is refused by the policy.
 */
import { createHash } from 'node:crypto'

const script = `addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data?.html !== 'string') return
  const mail = new DOMParser().parseFromString(data.html, 'text/html')
  for (const one of mail.querySelectorAll('script,iframe,frame,object,embed,base,link,meta')) one.remove()
  for (const one of mail.querySelectorAll('*'))
    for (const { name } of [...one.attributes]) if (/^on/i.test(name)) one.removeAttribute(name)
  mail.documentElement.style.colorScheme = data.isDark ? 'dark' : 'light'
  document.replaceChild(document.adoptNode(mail.documentElement), document.documentElement)
})
for (const name of ['click', 'auxclick', 'submit']) addEventListener(name, (event) => event.preventDefault(), true)
parent.postMessage('preview ready', '*')`

export const previewPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src https: data:',
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

export const previewPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Preview</title></head>
<body><script>${script}</script></body>
</html>
`
