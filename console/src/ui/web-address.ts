/** Whether a link of a notification leads to a page of the web. Nothing else is followed: `javascript:` is an address too. */
export const isWebAddress = (link: string): boolean => ['http:', 'https:'].includes(URL.parse(link)?.protocol ?? '')
