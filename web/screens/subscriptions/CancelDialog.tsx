import { Button, Group, Modal, Radio } from '@mantine/core';
import { useState } from 'react';
import type { Subscription } from '../../../api/contract/subscriptions.ts';
import { date } from '../../format/date.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle, useProfile } from '../../session/profile.tsx';
import { t } from './texts.ts';
import { useSettled } from './useBilling.ts';

type When = 'period-end' | 'now';

/** Ends a subscription now, or when the time that is paid ends. */
export function CancelDialog({
  subscription,
  opened,
  onClose,
}: {
  readonly subscription: Subscription;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const { client, run } = useApp();
  const { id } = useProfile();
  const style = useDateStyle();
  const settled = useSettled();
  const [when, setWhen] = useState<When>('period-end');
  const [isBusy, setIsBusy] = useState(false);
  const { section, plan, period_end: end } = subscription;
  const cancel = async () => {
    setIsBusy(true);
    await run(async () => {
      await client.delete('/subscriptions/{userId}/cancel', { params: { userId: id }, query: { section, when } });
      await settled();
    });
    setIsBusy(false);
    onClose();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t('cancel.title', { name: plan.name })} size="md">
      <div className="sub-order">
        {section === 'plan' && <p className="muted">{t('cancel.losesText')}</p>}
        <Radio.Group
          label={t('cancel.when')}
          value={when}
          onChange={(value) => {
            setWhen(value as When);
          }}
        >
          <div className="sub-options">
            <Radio
              value="period-end"
              label={t('cancel.period-end', { date: date(end, style) })}
              description={t('cancel.period-endText')}
            />
            <Radio value="now" label={t('cancel.now')} description={t('cancel.nowText')} />
          </div>
        </Radio.Group>
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('cancel.keep')}
          </Button>
          <Button color="red" loading={isBusy} onClick={() => void cancel()}>
            {t(section === 'plan' ? 'cancel.confirm' : 'cancel.confirmAddOn')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
