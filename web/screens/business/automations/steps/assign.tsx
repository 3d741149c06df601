import { Choice } from '../fields/choices.tsx';
import { t } from '../texts.ts';
import type { StepEditing } from './editor.tsx';

export const Assign = ({ node, around: { team, wrong }, put }: StepEditing<'Assign'>) => (
  <Choice
    label={t('au.p.user')}
    among={team}
    value={node.userId}
    none={t('au.p.queue')}
    error={wrong('userId')}
    onChange={(userId) => {
      put({ ...node, userId });
    }}
  />
);
