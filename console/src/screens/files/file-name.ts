/**
 * What a file is called by the header `Content-Disposition` that it comes with: the service puts a true ending behind a name that has another one.
 * Undefined where it has no name.
 */
export function fileNameIn(header: string | null): string | undefined {
  const whole = /;\s*filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  const plain = /;\s*filename="([^"]*)"/i.exec(header ?? '')?.[1]
  return whole === undefined ? plain : decodeURIComponent(whole)
}
