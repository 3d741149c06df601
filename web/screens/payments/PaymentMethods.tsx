import { Button } from '@mantine/core';
import { IconCircleCheck, IconCreditCard, IconPlus, IconReplace, IconTrash } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import type { PaymentMethod } from '../../../api/contract/payments.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { RowMenu } from '../../components/RowMenu.tsx';
import { useRead } from '../../data/read.ts';
import { BillingContactCard } from './BillingContact.tsx';
import { expirySentence, nameOf, useHere } from './card.ts';
import { OwnPayer } from './OwnPayer.tsx';
import { t } from './texts.ts';
import { useCardActions } from './useCardActions.tsx';
import { Wallet } from './Wallet.tsx';

/** The cards that an agency, or a business that stands alone, pays with. */
export default function PaymentMethods() {
  return (
    <OwnPayer>
      <Cards />
    </OwnPayer>
  );
}

function Cards() {
  const here = useHere();
  const [, go] = useLocation();
  const { data, error, refresh } = useRead('/payment-methods', {});
  const { makeDefault, remove, dialog } = useCardActions();
  const cards = data?.data ?? [];
  const add = (
    <Button component={Link} href={`${here}/create`} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('cards.add')}
    </Button>
  );
  const row = (card: PaymentMethod) => (
    <li key={card.id}>
      <span className="mark">
        <IconCreditCard size={19} aria-hidden />
      </span>
      <Link href={`${here}/${card.id}/edit`} className="what">
        <b>
          {nameOf(card)}
          {card.is_default && <span className="bk-tag">{t('cards.default')}</span>}
        </b>
        <span className={card.state === 'valid' ? 'muted' : 'pay-problem'}>{expirySentence(card)}</span>
      </Link>
      <RowMenu
        name={nameOf(card)}
        actions={[
          {
            id: 'default',
            label: t('cards.makeDefault'),
            icon: IconCircleCheck,
            disabled: card.is_default,
            run: () => void makeDefault(card),
          },
          {
            id: 'replace',
            label: t('cards.replace'),
            icon: IconReplace,
            run: () => {
              go(`${here}/${card.id}/edit`);
            },
          },
          {
            id: 'remove',
            label: t('cards.remove'),
            icon: IconTrash,
            danger: true,
            disabled: card.is_default && cards.length > 1,
            run: () => {
              remove(card, cards.length === 1);
            },
          },
        ]}
      />
    </li>
  );
  return (
    <div className="bk-page pay-page">
      <PageHeader title={t('cards.title')}>{cards.length > 0 && add}</PageHeader>
      <Wallet />
      {error && !data ?
        <ErrorState error={error} onRetry={refresh} />
      : data && cards.length === 0 ?
        <EmptyState icon={IconCreditCard} title={t('cards.none')} text={t('cards.noneText')}>
          {add}
        </EmptyState>
      : <>
          <ul className="bk-owned pay-cards" aria-label={t('cards.title')} aria-busy={!data}>
            {cards.map(row)}
          </ul>
          <p className="muted">{t('cards.security')}</p>
        </>
      }
      <BillingContactCard />
      {dialog}
    </div>
  );
}
