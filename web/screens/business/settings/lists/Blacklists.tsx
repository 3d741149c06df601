import { ListScreen } from './ListScreen.tsx';

/** /business/settings/blacklists */
export default function Blacklists() {
  return <ListScreen name="blacklists" />;
}
