import { type FormEvent, useState } from 'react';
import { GuestButton, TextField } from '../../../plain/fields.tsx';
import { t } from './texts.ts';

/** For staff on a device that is no till yet: the code that the business sees when it opens one. */
export function Pair({ busy, onPair }: { readonly busy: boolean; readonly onPair: (code: string) => Promise<void> }) {
  const [code, setCode] = useState('');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') void onPair(code.trim());
  };
  return (
    <details className="pair">
      <summary>{t('till.pair')}</summary>
      <p className="soft">{t('till.pairText')}</p>
      <form noValidate onSubmit={onSubmit}>
        <TextField
          label={t('till.pairCode')}
          value={code}
          onChange={setCode}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={40}
        />
        <GuestButton type="submit" plain busy={busy} disabled={code.trim().length < 10}>
          {t('till.pairGo')}
        </GuestButton>
      </form>
    </details>
  );
}
