import { NewPlan } from './NewPlan.tsx';

export default function CreatePlan() {
  return <NewPlan kind="agency" />;
}
