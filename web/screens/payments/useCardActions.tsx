import { type ReactNode, useState } from 'react';
import type { PaymentMethod } from '../../../api/contract/payments.ts';
import { useRefresh } from '../../api/refresh.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { toastSuccess } from '../../core/toast.ts';
import { useApp } from '../../session/context.tsx';
import { nameOf } from './card.ts';
import { t } from './texts.ts';

/** What can be done with a card. `isOnly`: the payer has no other. */
export function useCardActions(onRemoved?: () => void): {
  readonly makeDefault: (card: PaymentMethod) => Promise<unknown>;
  readonly remove: (card: PaymentMethod, isOnly: boolean) => void;
  readonly dialog: ReactNode;
} {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [asked, setAsked] = useState<{ readonly card: PaymentMethod; readonly isOnly: boolean } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const name = asked === null ? '' : nameOf(asked.card);
  return {
    makeDefault: (card) =>
      run(async () => {
        await client.put('/payment-methods/{id}/default', { params: { id: card.id } });
        await refresh('/payment-methods');
        toastSuccess(t('cards.madeDefault', { name: nameOf(card) }));
      }),
    remove: (card, isOnly) => {
      setAsked({ card, isOnly });
      setIsOpen(true);
    },
    dialog: (
      <ConfirmDialog
        opened={isOpen}
        title={t('cards.removeTitle', { name })}
        text={t(asked?.isOnly ? 'cards.removeLastText' : 'cards.removeText')}
        confirm={t('cards.remove')}
        onConfirm={() =>
          run(async () => {
            await client.delete('/payment-methods/{id}', { params: { id: asked!.card.id } });
            toastSuccess(t('cards.removed', { name }));
            onRemoved?.();
            await refresh('/payment-methods');
          })
        }
        onClose={() => {
          setIsOpen(false);
        }}
      />
    ),
  };
}
