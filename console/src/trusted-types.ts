/**
 * Nothing is ever put into the page as HTML. The policy of the page has the browser ask this one for every text that is: a text without `<`
 * is a style sheet, which the kit writes that way; any other is refused (W3C Trusted Types, default policy).
 */
interface Factory {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown
}

;(globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
})

export const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
// read by the style element that locks scrolling while a dialog is open
Object.assign(globalThis, { __webpack_nonce__: nonce })
