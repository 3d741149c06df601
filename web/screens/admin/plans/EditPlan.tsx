import { PlanEditor } from './PlanEditor.tsx';

export default function EditPlan() {
  return <PlanEditor kind="agency" />;
}
