import { EventFields } from '../triggers/EventFields.tsx';
import type { StepEditing } from './editor.tsx';

export const Goal = ({ node, around: { data, wrong }, put }: StepEditing<'Goal'>) => (
  <EventFields
    value={node.event}
    at="event"
    data={data}
    wrong={wrong}
    onChange={(event) => {
      put({ ...node, event });
    }}
  />
);
