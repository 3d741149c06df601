import { TextInput } from '@mantine/core';
import { t } from '../texts.ts';
import { AddOrRemove } from './AddOrRemove.tsx';
import type { StepEditing } from './editor.tsx';

export const Tag = ({ node, around, put }: StepEditing<'Tag'>) => (
  <>
    <AddOrRemove
      value={node.change}
      onChange={(change) => {
        put({ ...node, change });
      }}
    />
    <TextInput
      label={t('au.p.tag')}
      value={node.tag}
      maxLength={40}
      error={around.wrong('tag')}
      onChange={(event) => {
        put({ ...node, tag: event.currentTarget.value });
      }}
    />
  </>
);
