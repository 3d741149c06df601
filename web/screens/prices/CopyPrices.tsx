import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { useRefresh } from '../../api/refresh.ts';
import { useApp } from '../../session/context.tsx';
import { BusinessSelect } from './BusinessSelect.tsx';
import { copiesOf, dayName, type Line, useToday } from './model.ts';
import { t } from './texts.ts';

/** What one business pays, or all, for another one: from today on. */
export function CopyPrices({ lines, onClose }: { readonly lines: readonly Line[]; readonly onClose: () => void }) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [business, setBusiness] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const from = useToday();
  const rates = copiesOf(lines, business, from);
  const copy = async () => {
    setIsBusy(true);
    await run(async () => {
      await client.post('/rates/bulk', { body: { rates } });
      await refresh('/rates', '/carrier-fees');
      onClose();
    });
    setIsBusy(false);
  };
  return (
    <Modal opened onClose={onClose} size="sm" title={t('prices.copy')}>
      <div className="bk-stack">
        <p className="muted">{t('prices.copyText', { count: rates.length, date: dayName(from) })}</p>
        <BusinessSelect label={t('prices.copyTo')} value={business} onChange={setBusiness} />
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button
          loading={isBusy}
          disabled={business === null || rates.length === 0}
          onClick={() => {
            void copy();
          }}
        >
          {t('prices.copy')}
        </Button>
      </Group>
    </Modal>
  );
}
