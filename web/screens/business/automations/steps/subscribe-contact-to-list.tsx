import { CampaignOf, type StepEditing } from './editor.tsx';

export const SubscribeContactToList = (editing: StepEditing<'SubscribeContactToList'>) => (
  <CampaignOf {...editing} needed />
);
