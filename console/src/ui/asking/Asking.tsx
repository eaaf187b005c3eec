/** Asking before something is deleted that the caller could not bring back, whatever begins it: the dialog stands in the shell. */
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { laterWithTexts } from '../later.tsx'
import type { Deletion } from './DeleteDialog.tsx'

const DeleteDialog = laterWithTexts(async () => (await import('./DeleteDialog.tsx')).DeleteDialog)

type Asked = Deletion | null

let ask: (asked: Asked) => void = () => {}

/** Asks, and deletes where the answer is to. @returns whether it was deleted */
export const askDeletion = (deletion: Omit<Deletion, 'onEnd'>): Promise<boolean> => new Promise((onEnd) => ask({ ...deletion, onEnd }))

/** Where the question is shown. It goes with the page that it was asked on. */
export function Asking() {
  const [asked, setAsked] = useState<Asked>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page asks its own
  useEffect(() => {
    ask = setAsked
    setAsked(null)
  }, [path])
  const end = (isDone: boolean) => {
    setAsked(null)
    asked?.onEnd(isDone)
  }
  return asked && <DeleteDialog {...asked} onEnd={end} />
}
