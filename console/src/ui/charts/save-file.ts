/** Gives the browser a file to keep. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the download has begun once the click is through
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
