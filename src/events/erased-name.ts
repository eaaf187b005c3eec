/** What stands in the log where the name of a person stood who was erased. */
export const erasedName = 'Erased person'
