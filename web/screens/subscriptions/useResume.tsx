import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Subscription } from '../../../api/contract/subscriptions.ts';
import { toastError, toastSuccess } from '../../core/toast.ts';
import { useApp } from '../../session/context.tsx';
import { ConfirmPayment } from '../payments/ConfirmPayment.tsx';
import { t as providerWords } from '../payments/provider/texts.ts';
import { t } from './texts.ts';
import { useSettled } from './useBilling.ts';

/** Takes back a cancellation, ends a pause, or pays what is due, with 3-D Secure where the bank asks. */
export function useResume(section: Subscription['section']): {
  readonly resume: () => Promise<void>;
  readonly isBusy: boolean;
  readonly dialog: ReactNode;
} {
  const { client, run } = useApp();
  const settled = useSettled();
  const [isBusy, setIsBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const resume = async () => {
    setIsBusy(true);
    await run(async () => {
      const { data, message } = await client.post('/subscriptions/resume', { body: { section }, quiet: true });
      if (data.client_secret !== null) {
        setSecret(data.client_secret);
        return;
      }
      toastSuccess(message);
    });
    await settled();
    setIsBusy(false);
  };
  return {
    resume,
    isBusy,
    dialog: (
      <Modal
        opened={secret !== null}
        onClose={() => {
          setSecret(null);
        }}
        title={providerWords('provider.bank')}
        size="md"
      >
        {secret !== null && (
          <ConfirmPayment
            clientSecret={secret}
            onEnd={(isConfirmed) => {
              setSecret(null);
              if (isConfirmed) void resume();
              else toastError(t('quote.bankFailed'));
            }}
          />
        )}
      </Modal>
    ),
  };
}
