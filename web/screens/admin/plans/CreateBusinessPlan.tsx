import { NewPlan } from './NewPlan.tsx';

export default function CreateBusinessPlan() {
  return <NewPlan kind="business" />;
}
