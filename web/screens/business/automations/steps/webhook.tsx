import { TextInput } from '@mantine/core';
import { t } from '../texts.ts';
import type { StepEditing } from './editor.tsx';

export const Webhook = ({ node, around, put }: StepEditing<'Webhook'>) => (
  <TextInput
    label={t('au.p.url')}
    description={t('au.p.urlText')}
    placeholder="https://"
    value={node.url}
    maxLength={2_000}
    error={around.wrong('url')}
    onChange={(event) => {
      put({ ...node, url: event.currentTarget.value });
    }}
  />
);
