import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { useRefresh } from '../../api/refresh.ts';
import { Section } from '../../components/form/Form.tsx';
import { RecordHeader } from '../../components/RecordHeader.tsx';
import { toastSuccess } from '../../core/toast.ts';
import { useApp } from '../../session/context.tsx';
import { useHere } from './card.ts';
import { CardForm } from './CardForm.tsx';
import { OwnPayer } from './OwnPayer.tsx';
import { t } from './texts.ts';

export default function AddCard() {
  return (
    <OwnPayer>
      <NewCard />
    </OwnPayer>
  );
}

function NewCard() {
  const here = useHere();
  const [, go] = useLocation();
  const { client, run } = useApp();
  const refresh = useRefresh();
  const keep = useCallback(
    (methodId: string) =>
      run(async () => {
        await client.post('/payment-methods', { body: { payment_method: methodId } });
        await refresh('/payment-methods');
        toastSuccess(t('card.saved'));
        go(here);
      }),
    [client, run, refresh, go, here],
  );
  return (
    <div className="bk-page">
      <RecordHeader name={t('card.add')} back={{ href: here, label: t('cards.title') }} />
      <div className="bk-form">
        <Section title={t('card.details')} text={t('card.addText')}>
          <CardForm onSaved={keep} />
        </Section>
      </div>
    </div>
  );
}
