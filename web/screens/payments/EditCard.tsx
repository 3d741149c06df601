import { Button } from '@mantine/core';
import { IconCreditCardOff } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { PaymentMethod } from '../../../api/contract/payments.ts';
import { useRefresh } from '../../api/refresh.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Section } from '../../components/form/Form.tsx';
import { FormGhost } from '../../components/FormGhost.tsx';
import { RecordHeader } from '../../components/RecordHeader.tsx';
import { toastSuccess } from '../../core/toast.ts';
import { useRead } from '../../data/read.ts';
import { useApp } from '../../session/context.tsx';
import { useRouteParam } from '../../session/params.ts';
import { expirySentence, nameOf, useHere } from './card.ts';
import { CardForm } from './CardForm.tsx';
import { OwnPayer } from './OwnPayer.tsx';
import { t } from './texts.ts';
import { useCardActions } from './useCardActions.tsx';

/** One card: whether it is charged, and what takes its place. */
export default function EditCard() {
  return (
    <OwnPayer>
      <FoundCard />
    </OwnPayer>
  );
}

function FoundCard() {
  const id = useRouteParam('id');
  const here = useHere();
  const { data, error, refresh } = useRead('/payment-methods', {});
  if (error && !data) return <ErrorState error={error} onRetry={refresh} />;
  if (!data) return <FormGhost />;
  const card = data.data.find((one) => one.id === id);
  if (card !== undefined) return <Card card={card} isOnly={data.data.length === 1} />;
  return (
    <EmptyState icon={IconCreditCardOff} title={t('card.gone')} text={t('card.goneText')}>
      <Button component={Link} href={here} variant="default">
        {t('cards.title')}
      </Button>
    </EmptyState>
  );
}

function Card({ card, isOnly }: { readonly card: PaymentMethod; readonly isOnly: boolean }) {
  const here = useHere();
  const [, go] = useLocation();
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [isReplacing, setIsReplacing] = useState(false);
  const { makeDefault, remove, dialog } = useCardActions(() => {
    go(here);
  });
  const { id, is_default: isDefault } = card;
  /** The new card first, then the old one: stopped in between, there are two cards and none is missing. */
  const replace = useCallback(
    (methodId: string) =>
      run(async () => {
        await client.post('/payment-methods', { body: { payment_method: methodId } });
        if (isDefault) await client.put('/payment-methods/{id}/default', { params: { id: methodId } });
        await client.delete('/payment-methods/{id}', { params: { id } });
        toastSuccess(t('card.replaced'));
        go(here);
        await refresh('/payment-methods');
      }),
    [client, run, refresh, go, here, id, isDefault],
  );
  return (
    <div className="bk-page">
      <RecordHeader
        name={nameOf(card)}
        sub={<span className={card.state === 'valid' ? '' : 'pay-problem'}>{expirySentence(card)}</span>}
        badge={isDefault && <span className="bk-tag">{t('cards.default')}</span>}
        back={{ href: here, label: t('cards.title') }}
      />
      <div className="bk-form">
        <Section title={t('card.state')} {...(isDefault && !isOnly ? { text: t('cards.keepDefault') } : {})}>
          <p>{t(isDefault ? 'card.isDefault' : 'card.isSpare')}</p>
          <div className="pay-actions">
            {!isDefault && (
              <Button variant="default" onClick={() => void makeDefault(card)}>
                {t('cards.makeDefault')}
              </Button>
            )}
            <Button
              variant="default"
              color="red"
              disabled={isDefault && !isOnly}
              onClick={() => {
                remove(card, isOnly);
              }}
            >
              {t('cards.remove')}
            </Button>
          </div>
        </Section>
        <Section title={t('card.replaceTitle')} text={t('card.replaceText')}>
          {isReplacing ?
            <CardForm onSaved={replace} />
          : <div>
              <Button
                variant="default"
                onClick={() => {
                  setIsReplacing(true);
                }}
              >
                {t('cards.replace')}
              </Button>
            </div>
          }
        </Section>
      </div>
      {dialog}
    </div>
  );
}
