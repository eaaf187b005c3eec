import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Unreachable } from '../api/client.ts'
import { shownLanguage } from '../i18n/language.ts'
import { needRest } from '../i18n/texts.ts'

let parts = 0

/**
 * A part that is loaded when it is first shown: what nobody needs to see a page is no weight of the page. Where it can't be loaded the page
 * stays as it is, and it is tried again as every query is.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  parts += 1
  const queryKey = ['part', parts]
  const queryFn = () =>
    load().catch((cause: unknown) => {
      throw new Unreachable('a part of the page could not be loaded', { cause })
    })
  return function Later(props: P) {
    const { data: Part } = useQuery({ queryKey, queryFn, staleTime: 'static', gcTime: Number.POSITIVE_INFINITY })
    return Part ? <Part {...props} /> : null
  }
}

/** The same with the texts that the first screens do not begin with. */
export const laterWithTexts = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  later(async () => (await Promise.all([load(), needRest(shownLanguage())]))[0])
