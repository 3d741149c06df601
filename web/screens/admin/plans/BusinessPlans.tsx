import { PlanList } from './PlanList.tsx';

export default function BusinessPlans() {
  return <PlanList kind="business" />;
}
