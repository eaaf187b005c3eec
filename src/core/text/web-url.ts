const maxLength = 2000

/** Nothing that hides in a page or log line, and no white space inside. */
const visible = /^[^\s\p{Cc}\p{Cf}\\]+$/u

/**
 * Whether a text is an address for people's browsers: http or https, with a host, without a name and password in it. It is shown
 * as a link or an image, never fetched by us.
 */
export function isWebUrl(text: string): boolean {
  if (text.length > maxLength || !visible.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password, hostname } = new URL(text)
  return username === '' && password === '' && hostname !== ''
}

/** Whether a text is a path of our own: from the root, never one that a browser takes for another host (`//`), nor one that climbs. */
export function isOwnPath(text: string): boolean {
  if (text.length > maxLength || !visible.test(text) || !text.startsWith('/') || text.startsWith('//')) return false
  return !text.split(/[?#]/, 1)[0]!.split('/').includes('..')
}
