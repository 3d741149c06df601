import { AgencyScreen } from './AgencyList.tsx';

export default function ArchivedAgencies() {
  return <AgencyScreen archived />;
}
