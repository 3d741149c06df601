import { TextInput } from '@mantine/core';
import { t } from '../texts.ts';
import { AddOrRemove } from './AddOrRemove.tsx';
import type { StepEditing } from './editor.tsx';

export const Keyword = ({ node, around, put }: StepEditing<'Keyword'>) => (
  <>
    <AddOrRemove
      value={node.change}
      onChange={(change) => {
        put({ ...node, change });
      }}
    />
    <TextInput
      label={t('au.p.keyword')}
      value={node.keyword}
      maxLength={40}
      error={around.wrong('keyword')}
      onChange={(event) => {
        put({ ...node, keyword: event.currentTarget.value });
      }}
    />
  </>
);
