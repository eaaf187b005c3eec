import { SessionList } from '../../ui/own/SessionList.tsx'

export default function Sessions() {
  return <SessionList />
}
