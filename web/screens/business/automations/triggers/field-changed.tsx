import { TextInput } from '@mantine/core';
import { FieldChoice } from '../fields/FieldChoice.tsx';
import { t } from '../texts.ts';
import type { OnOf, TriggerEditing } from './editor.tsx';

export function FieldChanged({ on, at, data, wrong, put }: TriggerEditing<OnOf<'field-changed'>>) {
  return (
    <>
      <FieldChoice
        label={t('au.p.field')}
        value={on.field}
        data={data}
        any={t('au.anyField')}
        error={wrong(`${at}.field`)}
        onChange={(field) => {
          put({ ...on, field });
        }}
      />
      <TextInput
        label={t('au.p.toValue')}
        placeholder={t('au.p.anyValue')}
        value={on.to ?? ''}
        maxLength={200}
        onChange={(event) => {
          const to = event.currentTarget.value;
          put({ ...on, to: to === '' ? null : to });
        }}
      />
    </>
  );
}
