import { PlanList } from './PlanList.tsx';

export default function Plans() {
  return <PlanList kind="agency" />;
}
