import { ListScreen } from './ListScreen.tsx';

/** /business/settings/whitelists */
export default function Whitelists() {
  return <ListScreen name="whitelists" />;
}
