import { PlanEditor } from './PlanEditor.tsx';

export default function EditBusinessPlan() {
  return <PlanEditor kind="business" />;
}
