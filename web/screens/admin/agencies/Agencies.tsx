import { AgencyScreen } from './AgencyList.tsx';

export default function Agencies() {
  return <AgencyScreen />;
}
