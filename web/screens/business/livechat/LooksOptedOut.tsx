import { Button } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import type { Conversation } from '../../../../api/contract/livechat.ts';
import { commands } from '../../../api/commands.ts';
import { useApp } from '../../../session/context.tsx';
import { toastSuccess } from '../../../core/toast.ts';
import { preview } from '../../../format/person.ts';
import { t } from './texts.ts';

/** Above the field, where the contact wrote what looks like an opt-out: marketing waits until someone decides. */
export function LooksOptedOut({
  conversation: { id, looks_opted_out: held, contact_status: status },
  name,
  onOptOut,
  onKept,
}: {
  readonly conversation: Conversation;
  readonly name: string;
  readonly onOptOut: () => void;
  readonly onKept: () => void;
}) {
  const { client, run } = useApp();
  const [busy, setBusy] = useState(false);
  if (held === null) return null;
  const keep = async () => {
    setBusy(true);
    const done = await run(() => commands.keepSubscribed(client, id));
    setBusy(false);
    if (done === undefined) return;
    if (status === 'subscribed') toastSuccess(t('optOut.kept', { name }));
    onKept();
  };
  return (
    <section className="bk-looks-out" aria-label={t('optOut.title')}>
      <IconHandStop size={20} aria-hidden />
      <div className="said">
        <strong>{t('optOut.title')}</strong>
        {held.body !== null && <q>{preview(held.body, 160)}</q>}
        <p>{t('optOut.text', { name })}</p>
      </div>
      <div className="acts">
        <Button size="compact-md" variant="filled" color="red" onClick={onOptOut}>
          {t('optOut.optOut')}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          loading={busy}
          onClick={() => {
            void keep();
          }}
        >
          {t(status === 'subscribed' ? 'optOut.keep' : 'optOut.keepUnknown')}
        </Button>
      </div>
    </section>
  );
}
