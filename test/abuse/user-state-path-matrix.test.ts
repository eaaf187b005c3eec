import { describeMatrix } from './state-path.ts'
import { userMatrix } from './state-path-table.ts'
import { userPaths } from './user-paths.ts'
import { newUserPlace, userStates, userTenantStates } from './user-states.ts'

describeMatrix('end users', {
  matrix: userMatrix,
  ownStates: userStates,
  tenantStates: userTenantStates,
  paths: userPaths,
  newPlace: newUserPlace,
  fewestCells: 170,
})
