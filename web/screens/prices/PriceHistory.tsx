import { Button, Drawer } from '@mantine/core';
import { useState } from 'react';
import type { UsageRate } from '../../../api/contract/rates.ts';
import { useRefresh } from '../../api/refresh.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useApp } from '../../session/context.tsx';
import {
  dayBefore,
  dayName,
  type Line,
  type ListOf,
  nextMonthOf,
  shifted,
  useToday,
  unitPrice,
  detailOf,
  nameOf,
} from './model.ts';
import { t } from './texts.ts';

const tones = { current: 'success', upcoming: 'info', ended: 'neutral' } as const;

/** All that a usage ever cost, what is planned first, and what can be done about it. */
export function PriceHistory({
  line,
  of,
  onChange,
  onClose,
}: {
  readonly line: Line | null;
  readonly of: ListOf;
  readonly onChange: (line: Line) => void;
  readonly onClose: () => void;
}) {
  return (
    <Drawer opened={line !== null} onClose={onClose} position="right" size="md" title={line ? nameOf(line) : ''}>
      {line && <History line={line} of={of} onChange={onChange} />}
    </Drawer>
  );
}

function History({
  line,
  of,
  onChange,
}: {
  readonly line: Line;
  readonly of: ListOf;
  readonly onChange: (line: Line) => void;
}) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [asked, setAsked] = useState<UsageRate | null>(null);
  const rates = [...line.planned.toReversed(), ...(line.current ? [line.current] : []), ...line.past];
  const isPlanned = asked?.state === 'upcoming';
  const until = shifted(useToday(), 1);
  return (
    <div className="bk-stack">
      <p className="muted">
        {[t(`prices.channel.${line.channel}`), detailOf(line), t(`prices.unit.${line.channel}`), line.business?.name]
          .filter((one) => one != null)
          .join(' · ')}
      </p>
      <div className="price-actions">
        <Button
          onClick={() => {
            onChange(line);
          }}
        >
          {t('prices.change')}
        </Button>
        {line.current !== null && line.current.until === null && (
          <Button
            variant="default"
            onClick={() => {
              setAsked(line.current);
            }}
          >
            {t('prices.end')}
          </Button>
        )}
      </div>
      <ol className="price-history" aria-label={t('prices.history')}>
        {rates.map((rate) => (
          <li key={rate.id}>
            <div className="line">
              <b className="num">{unitPrice(rate.price, rate.currency)}</b>
              <span className={`bk-status badge tone-${tones[rate.state]}`}>{t(`prices.state.${rate.state}`)}</span>
            </div>
            <span className="muted num">
              {rate.until === null ?
                t('prices.rangeOpen', { from: dayName(rate.from) })
              : t('prices.range', { from: dayName(rate.from), until: dayName(dayBefore(rate.until)) })}
            </span>
            {rate.carrier !== null && (
              <span className="muted num">
                {t('prices.column.carrier')} {unitPrice(rate.carrier, rate.currency)}
              </span>
            )}
            {rate.state === 'upcoming' && (
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                onClick={() => {
                  setAsked(rate);
                }}
              >
                {t('prices.remove')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <ConfirmDialog
        opened={asked !== null}
        title={isPlanned ? t('prices.removeTitle', { date: dayName(asked.from) }) : t('prices.endTitle')}
        text={isPlanned ? t('prices.removeText') : t(`prices.endText.${of}`, { date: dayName(until) })}
        confirm={t(isPlanned ? 'prices.remove' : 'prices.end')}
        onConfirm={() =>
          run(async () => {
            if (asked === null) return;
            const body = { until: isPlanned ? asked.from : until };
            await client.put('/rates/{id}/end', { params: { id: asked.id }, body });
            await refresh('/rates', '/rates/unpriced', '/carrier-fees');
          })
        }
        onClose={() => {
          setAsked(null);
        }}
      />
    </div>
  );
}

/** What the form begins with to change the price of a line: from next month on. */
export const changeOf = (line: Line, today: string) => {
  const last = line.planned.at(-1) ?? line.current ?? line.past[0]!;
  const { channel, direction, country, carrier_class, currency, business } = line;
  return {
    channel,
    direction,
    country,
    carrier_class,
    currency,
    business,
    from: nextMonthOf(last.from > today ? last.from : today),
    carrier: last.carrier,
    price: last.price,
    isFixed: true,
  };
};
