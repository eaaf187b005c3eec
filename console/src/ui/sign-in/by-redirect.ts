/**
 * Whether a page can go to the provider and come back: not where the service takes its tokens alone. Apple sends the browser back with a
 * form, which a page that is only read can't take.
 */
export const byRedirect = (provider: { readonly name: string; readonly takesRedirect?: false | undefined }): boolean =>
  provider.takesRedirect !== false && provider.name !== 'apple'
