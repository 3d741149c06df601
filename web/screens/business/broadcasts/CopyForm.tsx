import { Button, Skeleton, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { Broadcast } from '../../../../api/contract/broadcasts.ts';
import type { Client } from '../../../api/client.ts';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { useRouteParam } from '../../../session/params.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { here } from './presentation.tsx';
import { t } from './texts.ts';

const longestName = 120;

/** A new draft made from a broadcast: its name, what else there is to choose, and on to where it is written. */
export function CopyForm({
  title,
  text,
  nameOf,
  press,
  make,
  ready = () => true,
  children,
}: {
  readonly title: string;
  readonly text: (of: Broadcast) => string;
  readonly nameOf: (name: string) => string;
  readonly press: string;
  readonly make: (client: Client, id: string, name: string) => Promise<{ readonly data: { readonly id: string } }>;
  readonly ready?: (of: Broadcast) => boolean;
  readonly children?: (of: Broadcast) => ReactNode;
}) {
  const id = useRouteParam('id');
  const { client, run } = useApp();
  const [, go] = useLocation();
  const { data, error, refresh } = useRead('/broadcasts/{id}', { params: { id } });
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (error)
    return (
      <div className="bk-page">
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      </div>
    );
  if (data === undefined)
    return (
      <div className="bk-page narrow" role="status" aria-label={t('app.loading')}>
        <Skeleton height={260} radius="lg" />
      </div>
    );
  const of = data.data;
  const name = typed ?? nameOf(of.name).slice(0, longestName);
  const submit = async () => {
    setBusy(true);
    const made = await run(() => make(client, id, name));
    setBusy(false);
    if (made !== undefined) go(`${here}/${made.data.id}/edit`, { replace: true });
  };
  return (
    <div className="bk-page narrow">
      <RecordHeader name={title} sub={text(of)} back={{ href: here, label: t('broadcasts.title') }} />
      <form
        className="bk-card bc-copy"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextInput
          label={t('bc.compose.name')}
          value={name}
          maxLength={longestName}
          required
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
        {children?.(of)}
        <Button type="submit" loading={busy} disabled={name.trim() === '' || !ready(of)}>
          {press}
        </Button>
      </form>
    </div>
  );
}
