import { Button, Group, Modal, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { AnswerOf } from '../../../../api/contract/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { useApp } from '../../../session/context.tsx';
import { toastSuccess } from '../../../core/toast.ts';
import type { Kind, Reward } from './reward.ts';
import { t } from './texts.ts';

type Action = NonNullable<Reward['action']>;
const actions: readonly Action[] = [
  'referral',
  'join',
  'share-facebook',
  'share-twitter',
  'share-linkedin',
  'share-email',
  'share-text',
  'visit',
];
type Ahead = AnswerOf<'POST', '/landings/{couponId}/rewards/preview'>['data'];

/** Who would gain and lose by a change; undefined: not known yet. */
function useAhead(couponId: string, id: string | null, points: number, active: boolean): Ahead | undefined {
  const { client } = useApp();
  const [ahead, setAhead] = useState<Ahead>();
  useEffect(() => {
    let gone = false;
    client
      .post('/landings/{couponId}/rewards/preview', { params: { couponId }, body: { id, points, active } })
      .then(({ data }) => {
        if (!gone) setAhead(data);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [client, couponId, id, points, active]);
  return ahead;
}

const Outlook = ({ ahead }: { readonly ahead: Ahead | undefined }) => (
  <p className="bk-outlook" aria-live="polite">
    {ahead !== undefined &&
      (ahead.gain + ahead.lose + ahead.unlock === 0 ? t('rules.nothing') : t('rules.preview', { ...ahead }))}
  </p>
);

/** One rule, new or changed. What it does to everybody is said before it is saved. */
export function RuleDialog({
  couponId,
  kind,
  rule,
  taken,
  onSaved,
  onClose,
}: {
  readonly couponId: string;
  readonly kind: Kind;
  readonly rule: Reward | null;
  /** Actions that count already; one may count once, visits as often as there are pages. */
  readonly taken: readonly Action[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const { client, run } = useApp();
  const free = actions.filter((one) => one === 'visit' || !taken.includes(one));
  const [action, setAction] = useState<Action>(rule?.action ?? free[0] ?? 'visit');
  const [title, setTitle] = useState(rule?.title ?? (kind === 'action' ? t(`act.${action}`) : ''));
  const [description, setDescription] = useState(rule?.description ?? '');
  const [url, setUrl] = useState(rule?.url ?? '');
  const [points, setPoints] = useState<number | string>(rule?.points ?? (kind === 'action' ? 10 : 50));
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [busy, setBusy] = useState(false);
  const worth = typeof points === 'number' ? points : 0;
  const [settled] = useDebouncedValue(worth, 250);
  // A new action has been done by nobody, save those that happen by themselves.
  const ahead = useAhead(couponId, rule?.id ?? null, settled, rule?.active ?? true);
  const shown = rule === null && kind === 'action' ? undefined : ahead;
  const save = async () => {
    setBusy(true);
    setErrors({});
    const body =
      kind === 'action' ?
        { kind, action, title, points: worth, url: action === 'visit' && url.trim() !== '' ? url : null }
      : { kind, title, points: worth, description };
    await run(async () => {
      try {
        await (rule === null ?
          client.post('/landings/{couponId}/rewards', { params: { couponId }, body })
        : client.put('/landings/{couponId}/rewards/{id}', { params: { couponId, id: rule.id }, body }));
      } catch (error) {
        if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) throw error;
        setErrors(error.fields);
        return;
      }
      toastSuccess(t('rules.saved'));
      onSaved();
      onClose();
    });
    setBusy(false);
  };
  const wrong = (field: string) => errors[field]?.[0];
  const what = rule === null ? 'new' : 'edit';
  return (
    <Modal opened onClose={onClose} title={t(`rules.${what}${kind === 'action' ? 'Action' : 'Reward'}`)}>
      <form
        className="bk-rule-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {kind === 'action' && (
          <Select
            label={t('rules.action')}
            value={action}
            error={wrong('action')}
            disabled={rule !== null}
            allowDeselect={false}
            data={(rule === null ? free : actions).map((one) => ({ value: one, label: t(`act.${one}`) }))}
            onChange={(next) => {
              const chosen = actions.find((one) => one === next);
              if (chosen === undefined) return;
              if (title === t(`act.${action}`)) setTitle(t(`act.${chosen}`));
              setAction(chosen);
            }}
          />
        )}
        <TextInput
          label={t('rules.name')}
          value={title}
          error={wrong('title')}
          maxLength={120}
          data-autofocus
          onChange={(event) => {
            setTitle(event.currentTarget.value);
          }}
        />
        <NumberInput
          label={t(kind === 'action' ? 'rules.points' : 'rules.at')}
          value={points}
          error={wrong('points')}
          min={kind === 'action' ? 0 : 1}
          max={1_000_000}
          allowDecimal={false}
          allowNegative={false}
          onChange={setPoints}
        />
        {kind === 'action' && action === 'visit' && (
          <TextInput
            label={t('rules.url')}
            placeholder="https://"
            value={url}
            error={wrong('url')}
            onChange={(event) => {
              setUrl(event.currentTarget.value);
            }}
          />
        )}
        {kind === 'reward' && (
          <Textarea
            label={t('rules.description')}
            value={description}
            error={wrong('description')}
            maxLength={500}
            onChange={(event) => {
              setDescription(event.currentTarget.value);
            }}
          />
        )}
        <Outlook ahead={shown} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('app.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Switching a rule says first what it does to everybody. */
export function SwitchDialog({
  couponId,
  rule,
  onDone,
  onClose,
}: {
  readonly couponId: string;
  readonly rule: Reward;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { client, run } = useApp();
  const [busy, setBusy] = useState(false);
  const active = !rule.active;
  const ahead = useAhead(couponId, rule.id, rule.points, active);
  const go = async () => {
    setBusy(true);
    await run(() =>
      client.put('/landings/{couponId}/rewards/{id}/status', { params: { couponId, id: rule.id }, body: { active } }),
    );
    onDone();
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="sm"
      title={t(active ? 'rules.previewOn' : 'rules.previewOff', { name: rule.title })}
    >
      <Outlook ahead={ahead} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('app.cancel')}
        </Button>
        <Button
          loading={busy}
          onClick={() => {
            void go();
          }}
        >
          {t(active ? 'rules.switchOn' : 'rules.switchOff')}
        </Button>
      </Group>
    </Modal>
  );
}
