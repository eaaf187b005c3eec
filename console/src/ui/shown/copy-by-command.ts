/** The way from before there was a clipboard. @returns whether it took the text */
export function copyByCommand(text: string): boolean {
  let isTaken = false
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    isTaken = event.clipboardData !== null
  }
  document.addEventListener('copy', give)
  const isDone = document.execCommand('copy')
  document.removeEventListener('copy', give)
  return isDone && isTaken
}
