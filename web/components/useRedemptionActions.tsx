import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconCalendarPlus, IconTicket } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Redemption } from '../../api/contract/redemptions.ts';
import { ApiError, failureMessage } from '../api/errors.ts';
import { press } from '../api/press.ts';
import { useRefresh } from '../api/refresh.ts';
import { useApp } from '../session/context.tsx';
import { date, dayKey, shiftDay } from '../format/date.ts';
import { useDateStyle } from '../session/profile.tsx';
import { useCan } from '../session/rights.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import type { RowAction } from './RowMenu.tsx';
import { t } from './texts.ts';
import { toastSuccess } from '../core/toast.ts';

/** Everything that shows coupons. */
const shown = ['/redemptions', '/tills'] as const;

/** What can be done with a coupon that somebody holds, and the dialogs that say what will happen. */
export function useRedemptionActions(): {
  readonly actionsOf: (coupon: Redemption) => readonly RowAction[];
  readonly dialogs: ReactNode;
} {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const can = useCan();
  const [asking, setAsking] = useState<{ readonly what: 'redeem' | 'revoke'; readonly coupon: Redemption } | null>(
    null,
  );
  const [extending, setExtending] = useState<Redemption | null>(null);
  /** Minted with the dialog: pressed twice, it is one redemption. */
  const key = useRef(press());

  const act = (work: () => Promise<unknown>, done: string): Promise<unknown> =>
    run(async () => {
      try {
        await work();
        toastSuccess(done);
      } finally {
        // Also when it was refused: somebody else may have been faster, and that is to be seen.
        await refresh(...shown);
      }
    });
  const redeem = ({ id, title }: Redemption) =>
    act(
      () => client.put('/redemptions/{id}', { params: { id }, body: { action: 'redeem', redemption_id: key.current } }),
      t('held.redeemed', { title }),
    );
  const undo = ({ id, redemption_id: pressed }: Redemption) =>
    act(
      () => client.put('/redemptions/{id}', { params: { id }, body: { action: 'undo', redemption_id: pressed! } }),
      t('held.undone'),
    );
  const revoke = ({ id }: Redemption) =>
    act(() => client.delete('/redemptions/{id}', { params: { id } }), t('held.revoked'));

  const actionsOf = (coupon: Redemption): readonly RowAction[] => {
    const { status } = coupon;
    const ask = (what: 'redeem' | 'revoke') => () => {
      key.current = press();
      setAsking({ what, coupon });
    };
    return [
      ...(status === 'open' ? [{ id: 'redeem', label: t('held.redeem'), icon: IconTicket, run: ask('redeem') }] : []),
      ...(coupon.undo_until !== null && coupon.redemption_id !== null ?
        [{ id: 'undo', label: t('held.undo'), icon: IconArrowBackUp, run: () => void undo(coupon) }]
      : []),
      ...(can('manage') && (status === 'open' || status === 'expired') ?
        [
          {
            id: 'extend',
            label: t('held.extend'),
            icon: IconCalendarPlus,
            run: () => {
              setExtending(coupon);
            },
          },
          { id: 'revoke', label: t('held.revoke'), icon: IconBan, danger: true, run: ask('revoke') },
        ]
      : []),
    ];
  };

  const title = asking?.coupon.title ?? '';
  const dialogs = (
    <>
      <ConfirmDialog
        opened={asking?.what === 'revoke'}
        title={t('held.revokeTitle', { title })}
        text={t('held.revokeText')}
        confirm={t('held.revoke')}
        onConfirm={() => revoke(asking!.coupon)}
        onClose={() => {
          setAsking(null);
        }}
      />
      <Modal
        opened={asking?.what === 'redeem'}
        title={t('held.redeemTitle', { title })}
        size="sm"
        onClose={() => {
          setAsking(null);
        }}
      >
        <p className="muted">{t('held.redeemText')}</p>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button
            variant="default"
            onClick={() => {
              setAsking(null);
            }}
          >
            {t('app.cancel')}
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              const { coupon } = asking!;
              setAsking(null);
              void redeem(coupon);
            }}
          >
            {t('held.redeem')}
          </Button>
        </Group>
      </Modal>
      {extending !== null && (
        <Extend
          coupon={extending}
          onClose={() => {
            setExtending(null);
          }}
          save={async (expiresAt) => {
            const { id } = extending;
            await client.put('/redemptions/{id}', {
              params: { id },
              body: { action: 'extend', expires_at: expiresAt },
            });
            await refresh(...shown);
          }}
        />
      )}
    </>
  );
  return { actionsOf, dialogs };
}

const spans = [7, 14, 30, 90] as const;

/** How long a coupon shall be good from now on: days more, until a day, or for ever. */
function Extend({
  coupon,
  save,
  onClose,
}: {
  readonly coupon: Redemption;
  readonly save: (expiresAt: string | null) => Promise<void>;
  readonly onClose: () => void;
}) {
  const style = useDateStyle();
  const [choice, setChoice] = useState('14');
  const [day, setDay] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const from = Math.max(Date.now(), coupon.expires_at === null ? 0 : Date.parse(coupon.expires_at));
  /** A day of the business, whatever the zone of this device. */
  const after = (days: number): string => shiftDay(dayKey(new Date(from), style.timezone), days);
  const written = (of: string): string => date(`${of}T12:00:00Z`, { ...style, timezone: 'UTC' });
  const chosen =
    choice === 'never' ? null
    : choice !== 'day' ? after(Number(choice))
    : /^\d{4}-\d{2}-\d{2}$/.test(day) ? day
    : undefined;
  const submit = async () => {
    if (chosen === undefined) return;
    setBusy(true);
    setError(null);
    try {
      await save(chosen);
      toastSuccess(t('held.extended'));
      onClose();
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      setError(failureMessage(refused));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('held.extendTitle', { title: coupon.title })} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Radio.Group label={t('held.extendBy')} value={choice} onChange={setChoice} error={error}>
          <Stack gap="xs" my="xs">
            {spans.map((days) => (
              <Radio
                key={days}
                value={String(days)}
                label={t('held.extendDays', { count: days, day: written(after(days)) })}
              />
            ))}
            <Radio value="day" label={t('held.extendDay')} />
            <Radio value="never" label={t('held.extendNever')} />
          </Stack>
        </Radio.Group>
        {choice === 'day' && (
          <TextInput
            type="date"
            label={t('held.until')}
            value={day}
            data-autofocus
            onChange={(event) => {
              setDay(event.currentTarget.value);
            }}
          />
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={chosen === undefined}>
            {t('held.extend')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
