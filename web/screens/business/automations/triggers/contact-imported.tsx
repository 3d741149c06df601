import { Choice } from '../fields/choices.tsx';
import { t } from '../texts.ts';
import type { OnOf, TriggerEditing } from './editor.tsx';

export function ContactImported({ on, at, data, wrong, put }: TriggerEditing<OnOf<'contact-imported'>>) {
  return (
    <Choice
      label={t('au.p.upload')}
      among={data.uploads}
      value={on.uploadId}
      none={t('au.p.anyUpload')}
      error={wrong(`${at}.uploadId`)}
      onChange={(uploadId) => {
        put({ ...on, uploadId });
      }}
    />
  );
}
