import { Switch, TagsInput } from '@mantine/core';
import { t } from '../texts.ts';
import type { OnOf, TriggerEditing } from './editor.tsx';

export function TextReceived({ on, put }: TriggerEditing<OnOf<'text-received'>>) {
  return (
    <>
      <TagsInput
        label={t('au.p.words')}
        description={t('au.p.wordsText')}
        placeholder={on.words.length === 0 ? t('au.p.typeEnter') : ''}
        value={on.words}
        maxTags={50}
        onChange={(words) => {
          put({ ...on, words: words.map((word) => word.slice(0, 200)) });
        }}
      />
      {on.words.length > 0 && (
        <Switch
          label={t('au.p.wholeWord')}
          checked={on.whole}
          onChange={(event) => {
            put({ ...on, whole: event.currentTarget.checked });
          }}
        />
      )}
    </>
  );
}
