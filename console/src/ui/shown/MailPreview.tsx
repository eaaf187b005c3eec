import { useEffect, useRef, useState } from 'react'

interface Props {
  readonly html: string
  /** What the frame is called. */
  readonly label: string
  readonly isDark?: boolean
  /** As wide as a phone. */
  readonly isNarrow?: boolean
}

/** A mail as its reader sees it, in a frame without an origin, where styles hold and nothing runs. It is handed the mail when it is ready. */
export function MailPreview({ html, label, isDark = false, isNarrow = false }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === 'preview ready') setReady(true)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])
  useEffect(() => {
    // its origin is null, so that none can be named
    if (isReady) frame.current?.contentWindow?.postMessage({ html, isDark }, '*')
  }, [isReady, html, isDark])
  return (
    <iframe
      ref={frame}
      title={label}
      src="/console/preview"
      sandbox="allow-scripts"
      className="mail-preview"
      data-narrow={isNarrow || undefined}
      data-dark={isDark || undefined}
    />
  )
}
