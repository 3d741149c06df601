import { Button, Group, Modal, TagsInput } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { Currency, parseMoney } from '../../../api/contract/money.ts';
import {
  type AlertKind,
  alertKinds,
  type AlertSettings,
  type AlertThresholds,
} from '../../../api/contract/subscriptions.ts';
import { ApiError } from '../../api/errors.ts';
import { useRefresh } from '../../api/refresh.ts';
import { quantityOf } from '../../components/plan/model.ts';
import { moneyOf } from '../../format/money.ts';
import { count } from '../../format/number.ts';
import { useApp } from '../../session/context.tsx';
import { t } from './texts.ts';

type By = 'percents' | 'numbers';
const nameOf = (kind: AlertKind): string => (kind === 'balance' ? t('sub.alerts.balance') : quantityOf(kind));
const words = (kind: AlertKind, { percents, numbers }: AlertThresholds[AlertKind], currency: string): string =>
  [
    ...percents.map((one) => `${one}%`),
    ...numbers.map((one) =>
      kind === 'balance' ? t('sub.alerts.below', { amount: moneyOf(one, currency) }) : count(one),
    ),
  ].join(', ') || t('sub.alerts.none');

/** When the payer is told of its usage, and the way to change it. */
export function Alerts({ settings }: { readonly settings: AlertSettings }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="sub-card" aria-labelledby="sub-alerts">
      <h2 id="sub-alerts">{t('sub.alerts')}</h2>
      <p className="muted">{t('sub.alerts.text')}</p>
      <dl className="sub-alerts">
        {alertKinds.map((kind) => (
          <div key={kind}>
            <dt>{nameOf(kind)}</dt>
            <dd className="num">{words(kind, settings.thresholds[kind], settings.currency)}</dd>
          </div>
        ))}
      </dl>
      <div>
        <Button
          variant="default"
          leftSection={<IconBell size={16} aria-hidden />}
          onClick={() => {
            setIsOpen(true);
          }}
        >
          {t('sub.alerts.edit')}
        </Button>
      </div>
      {isOpen && (
        <Edit
          settings={settings}
          onClose={() => {
            setIsOpen(false);
          }}
        />
      )}
    </section>
  );
}

type Typed = Readonly<Record<AlertKind, Readonly<Record<By, readonly string[]>>>>;

const typedOf = ({ thresholds, currency }: AlertSettings): Typed =>
  Object.fromEntries(
    alertKinds.map((kind) => {
      const { percents, numbers } = thresholds[kind];
      const shown = numbers.map((one) => (kind === 'balance' ? moneyOf(one, currency) : count(one)));
      return [kind, { percents: percents.map((one) => `${one}%`), numbers: shown }];
    }),
  ) as unknown as Typed;

/** What was typed as a number; NaN: it is none. */
function numberOf(kind: AlertKind, by: By, typed: string, currency: string): number {
  if (by === 'numbers' && kind === 'balance') {
    const read = parseMoney(typed.replace(/[^\d.,]/g, ''), Currency.parse(currency));
    return 'money' in read ? read.money.amount : Number.NaN;
  }
  const text = (by === 'percents' ? typed.replace(/%$/, '') : typed).replaceAll(',', '').trim();
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

function Edit({ settings, onClose }: { readonly settings: AlertSettings; readonly onClose: () => void }) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [typed, setTyped] = useState(() => typedOf(settings));
  const [refused, setRefused] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const read = (kind: AlertKind, by: By) => typed[kind][by].map((one) => numberOf(kind, by, one, settings.currency));
  const wrong = (kind: AlertKind, by: By): string | undefined =>
    read(kind, by).some((one) => Number.isNaN(one)) ?
      t(`sub.alerts.wrong.${by}`)
    : Object.entries(refused).find(([path]) => path.startsWith(`${kind}.${by}`))?.[1][0];
  const isReadable = alertKinds.every((kind) =>
    [...read(kind, 'percents'), ...read(kind, 'numbers')].every(Number.isFinite),
  );
  const save = async () => {
    setIsBusy(true);
    await run(async () => {
      try {
        const body = Object.fromEntries(
          alertKinds.map((kind) => [kind, { percents: read(kind, 'percents'), numbers: read(kind, 'numbers') }]),
        ) as unknown as AlertThresholds;
        await client.put('/subscriptions/alerts', { body });
        await refresh('/subscriptions/alerts');
        onClose();
      } catch (error) {
        if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) throw error;
        setRefused(error.fields);
      }
    });
    setIsBusy(false);
  };
  const field = (kind: AlertKind, by: By, label: string) => (
    <TagsInput
      label={label}
      placeholder={typed[kind][by].length === 0 ? t(`sub.alerts.hint.${by}`) : ''}
      value={[...typed[kind][by]]}
      maxTags={5}
      acceptValueOnBlur
      splitChars={[' ', ';']}
      error={wrong(kind, by)}
      onChange={(given) => {
        setRefused({});
        setTyped({ ...typed, [kind]: { ...typed[kind], [by]: given } });
      }}
    />
  );
  return (
    <Modal opened onClose={onClose} title={t('sub.alerts.edit')} size="lg">
      <div className="sub-alertform">
        <p className="muted">{t('sub.alerts.editText')}</p>
        {alertKinds.map((kind) => (
          <fieldset key={kind}>
            <legend>{nameOf(kind)}</legend>
            {kind === 'balance' ?
              field(kind, 'numbers', t('sub.alerts.amounts', { currency: settings.currency }))
            : <>
                {field(kind, 'percents', t('sub.alerts.percents'))}
                {field(kind, 'numbers', t('sub.alerts.numbers'))}
              </>
            }
          </fieldset>
        ))}
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button loading={isBusy} disabled={!isReadable} onClick={() => void save()}>
          {t('sub.alerts.save')}
        </Button>
      </Group>
    </Modal>
  );
}
