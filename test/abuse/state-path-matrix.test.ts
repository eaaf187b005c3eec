import { paths } from './paths.ts'
import { describeMatrix } from './state-path.ts'
import { adminMatrix } from './state-path-table.ts'
import { accountStates, newPlace, tenantStates } from './states.ts'

describeMatrix('admins', { matrix: adminMatrix, ownStates: accountStates, tenantStates, paths, newPlace, fewestCells: 130 })
