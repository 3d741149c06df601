import { Choice } from '../fields/choices.tsx';
import { t } from '../texts.ts';
import type { StepEditing } from './editor.tsx';
import { Question } from './Question.tsx';

export const ImageUpload = ({ node, around, put }: StepEditing<'ImageUpload'>) => (
  <>
    <Choice
      label={t('au.p.keepPicture')}
      among={around.data.fields}
      value={node.fieldId}
      none={t('au.p.conversationOnly')}
      error={around.wrong('fieldId') ?? around.wrong('kind')}
      onChange={(fieldId) => {
        put({ ...node, fieldId });
      }}
    />
    <Question {...{ node, around, put }} />
  </>
);
