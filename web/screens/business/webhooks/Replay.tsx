import { Button, Group, Modal, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../../api/contract/webhook-endpoints.ts';
import { toastSuccess } from '../../../core/toast.ts';
import { useApp } from '../../../session/context.tsx';
import { Preview } from './Preview.tsx';
import { t } from './texts.ts';

const hourMs = 3_600_000;
const spans = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs } as const;
type Choice = keyof typeof spans | 'date';

interface Props {
  readonly of: WebhookEndpoint;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks from when on events are sent again, and says how many that is. */
export function Replay({ of: { id, types }, onDone, onClose }: Props) {
  const { client, run } = useApp();
  const [now] = useState(() => Date.now());
  const [choice, setChoice] = useState<Choice>('day');
  const [date, setDate] = useState('');
  const [isBusy, setBusy] = useState(false);
  const since = sinceOf(choice, date, now);
  const replay = () =>
    run(async () => {
      setBusy(true);
      try {
        await client.post('/webhook-endpoints/{id}/replay', { params: { id }, body: { since: since! }, quiet: true });
        toastSuccess(t('hooks.replaying'));
        onDone();
      } finally {
        setBusy(false);
      }
    });
  return (
    <Modal opened onClose={onClose} title={t('hooks.replayTitle')}>
      <div className="bk-stack">
        <p className="muted">{t('hooks.replayText')}</p>
        <SegmentedControl
          fullWidth
          aria-label={t('hooks.replayFrom')}
          value={choice}
          onChange={(chosen) => {
            setChoice(chosen as Choice);
          }}
          data={(['hour', 'day', 'week', 'date'] as const).map((value) => ({ value, label: t(`hooks.span.${value}`) }))}
        />
        {choice === 'date' && (
          <TextInput
            type="date"
            label={t('hooks.replayDate')}
            max={new Date(now).toISOString().slice(0, 10)}
            value={date}
            onChange={(event) => {
              setDate(event.currentTarget.value);
            }}
          />
        )}
        {since !== null && <Preview since={since} types={types} />}
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button disabled={since === null} loading={isBusy} onClick={() => void replay()}>
          {t('hooks.replay')}
        </Button>
      </Group>
    </Modal>
  );
}

function sinceOf(choice: Choice, date: string, now: number): string | null {
  if (choice !== 'date') return new Date(now - spans[choice]).toISOString();
  const at = Date.parse(`${date}T00:00:00`);
  return Number.isNaN(at) || at > now ? null : new Date(at).toISOString();
}
