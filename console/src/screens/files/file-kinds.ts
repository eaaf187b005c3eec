/** What can be chosen and looked for of the files that the service takes. */
import { typeOfEnding } from './file-types.ts'

/** Each kind, as the service calls it. */
export const fileTypes = Object.values(typeOfEnding)

/** What a dialog of the system offers to choose from: the service names no kind by both ends that pictures of it have. */
export const fileEndings = [...Object.keys(typeOfEnding), 'jpeg'].map((ending) => `.${ending}`).join()
