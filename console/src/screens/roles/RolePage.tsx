import { RoleFrame } from './RoleFrame.tsx'
import { RoleRights } from './RoleRights.tsx'

/** `/roles/$id`: what a role gives. */
export default function RolePage() {
  return <RoleFrame tab="">{(role, acts) => <RoleRights key={role.id} role={role} acts={acts} />}</RoleFrame>
}
