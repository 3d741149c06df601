import { FieldChoice } from '../fields/FieldChoice.tsx';
import { t } from '../texts.ts';
import type { StepEditing } from './editor.tsx';
import { Question } from './Question.tsx';

export const CollectContactData = ({ node, around, put }: StepEditing<'CollectContactData'>) => (
  <>
    <FieldChoice
      label={t('au.p.keepIn')}
      value={node.field}
      data={around.data}
      error={around.wrong('field')}
      onChange={(field) => {
        if (field !== null) put({ ...node, field });
      }}
    />
    <Question {...{ node, around, put }} />
  </>
);
