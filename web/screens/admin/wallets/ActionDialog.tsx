import { Button, Group, Modal, SegmentedControl, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Currency, moneyProblems, parseMoney, plainMoney } from '../../../../api/contract/money.ts';
import type { OperatorLine, PayerWalletRecord } from '../../../../api/contract/operator-wallets.ts';
import { ApiError } from '../../../api/errors.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { Amount } from '../../payments/Amount.tsx';
import { balanceOf } from '../../../format/money.ts';
import { t } from './texts.ts';

/** What an operator does about a wallet. */
export type Action =
  | { readonly kind: 'grant' }
  | { readonly kind: 'adjust' }
  | { readonly kind: 'resolve' }
  | { readonly kind: 'refund'; readonly line: OperatorLine }
  | { readonly kind: 'reverse'; readonly line: OperatorLine };

const unitsPerCent = 10_000;

/** Asks for the amount and the reason, says what it leads to, and does it once. */
export function ActionDialog({
  wallet,
  action,
  onClose,
}: {
  readonly wallet: PayerWalletRecord;
  readonly action: Action;
  readonly onClose: () => void;
}) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const currency = Currency.parse(wallet.currency);
  const { kind } = action;
  const left = action.kind === 'refund' ? Math.floor(action.line.refundable / unitsPerCent) : 0;
  // More than is there can be refunded, but is not what is offered.
  const offered = Math.max(0, Math.min(left, Math.floor(wallet.paid / unitsPerCent))) || left;
  const hasAmount = kind === 'grant' || kind === 'adjust' || kind === 'refund';
  const [typed, setTyped] = useState(kind === 'refund' ? plainMoney({ amount: offered, currency }) : '');
  const [direction, setDirection] = useState<'add' | 'take'>('add');
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setIsBusy] = useState(false);
  // What the person has in front of them, also when it changes behind the dialog. Null: they were told, and see it now.
  const [seen, setSeen] = useState<number | null>(wallet.revision);
  const revision = seen ?? wallet.revision;

  const read = parseMoney(typed, currency);
  const amount = 'money' in read ? read.money.amount : null;
  const signed = amount === null ? null : amount * (kind === 'refund' || direction === 'take' ? -1 : 1);
  const balance = wallet.paid + wallet.granted;
  const after = signed === null ? null : balance + signed * unitsPerCent;

  const send = (given: number) => {
    const params = { id: wallet.id };
    const byHand = { reason, revision };
    if (action.kind === 'grant')
      return client.post('/wallets/{id}/credit', { params, body: { amount: given, ...byHand } });
    if (action.kind === 'adjust')
      return client.post('/wallets/{id}/adjustments', { params, body: { amount: given, ...byHand } });
    if (action.kind === 'resolve') return client.post('/wallets/{id}/resolve', { params, body: byHand });
    const { line } = action;
    if (action.kind === 'reverse')
      return client.post('/wallets/{id}/reversals', { params, body: { line_id: line.id, ...byHand } });
    const body = { charge_id: line.charge_id ?? '', amount: Math.abs(given), ...byHand };
    return client.post('/wallets/{id}/refunds', { params, body });
  };
  const go = async () => {
    const found: Record<string, string> = {};
    if (hasAmount && 'problem' in read) found['amount'] = moneyProblems[read.problem];
    if (hasAmount && amount === 0) found['amount'] = t('wallets.moreThanZero');
    if (reason.trim() === '') found['reason'] = t('wallets.reasonMissing');
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setIsBusy(true);
    await run(async () => {
      try {
        await send(signed ?? 0);
        await refresh('/wallets', '/activity');
        onClose();
      } catch (error) {
        if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 409)) throw error;
        if (error.status === 409) {
          await refresh('/wallets');
          setSeen(null);
        }
        const [[field, [message = error.message] = []] = ['reason', [error.message]]] = Object.entries(error.fields);
        setProblems({ [field === 'amount' ? 'amount' : 'reason']: message });
      }
    });
    setIsBusy(false);
  };
  const name = wallet.name ?? t('wallets.unnamed');
  return (
    <Modal opened onClose={onClose} title={t(`wallets.${kind}Title`, { name })} size="sm">
      <form
        noValidate
        className="pay-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <Text c="dimmed" size="md">
          {t(`wallets.${kind}Text`, { amount: balanceOf(left * unitsPerCent, currency) })}
        </Text>
        {kind === 'adjust' && (
          <SegmentedControl
            aria-label={t('wallets.direction')}
            value={direction}
            data={[
              { value: 'add', label: t('wallets.add') },
              { value: 'take', label: t('wallets.take') },
            ]}
            onChange={(value) => {
              setDirection(value === 'take' ? 'take' : 'add');
            }}
          />
        )}
        {hasAmount && (
          <Amount
            label={t('wallet.amount')}
            currency={currency}
            typed={typed}
            onType={setTyped}
            refusal={problems['amount']}
            {...(after === null ? {} : { hint: t('wallets.after', { amount: balanceOf(after, currency) }) })}
            focus
          />
        )}
        {kind === 'refund' && after !== null && after < 0 && <p className="pay-problem">{t('wallets.refundBelow')}</p>}
        <Textarea
          label={t('wallets.reason')}
          description={t('wallets.reasonHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={problems['reason']}
          onChange={(event) => {
            setReason(event.currentTarget.value);
          }}
        />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} {...(kind === 'grant' ? {} : { color: 'red' })}>
            {t(`wallets.${kind}`)}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
