/** Adds all admins of groups and roles to those who are told, whoever is listed there by the time that they are found. */
import { useRef, useState } from 'react'
import type { Person } from '../../ui/form/PeopleField.tsx'
import { tellFault } from '../../ui/toasts.tsx'
import { adminsOf, withAll } from './many.ts'

interface Many {
  /** Whether some are still being found: who sends now would leave them out. */
  readonly isReading: boolean
  /** Whether there were more than can be told, since nobody was listed. */
  readonly isCut: boolean
  /** Lists these, and nobody else. */
  list(people: readonly Person[]): void
  addAll(filter: Parameters<typeof adminsOf>[0]): Promise<void>
}

/** @param show has the form hold who is listed; nobody is when it opens */
export function useMany(show: (people: readonly Person[]) => void): Many {
  // who is listed now, and not as it was when somebody chose a group
  const listed = useRef<readonly Person[]>([])
  const [reads, setReads] = useState(0)
  const [isCut, setCut] = useState(false)
  const list = (people: readonly Person[]) => {
    listed.current = people
    // until then those are missing who were more than can be told, whoever is added or taken away
    if (people.length === 0) setCut(false)
    show(people)
  }
  return {
    isReading: reads > 0,
    isCut,
    list,
    async addAll(filter) {
      setReads((before) => before + 1)
      try {
        const found = await adminsOf(filter)
        const { people, isCut: isLess } = withAll(listed.current, found)
        if (isLess) setCut(true)
        list(people)
      } catch (error) {
        tellFault(error)
      } finally {
        setReads((before) => before - 1)
      }
    },
  }
}
