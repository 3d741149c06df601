import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Note } from '../../components/form/Form.tsx';
import { useRead } from '../../data/read.ts';
import { monthName } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { detailOf, nameOf, useToday } from './model.ts';
import type { Begin } from './PriceForm.tsx';
import { t } from './texts.ts';

/** What was used this month and last that no price covers, each with the way to add one. */
export function Unpriced({ onAdd }: { readonly onAdd: (begin: Begin) => void }) {
  const found = useRead('/rates/unpriced', {}).data?.data ?? [];
  const first = `${useToday().slice(0, 8)}01`;
  if (found.length === 0) return null;
  const keys = new Set(
    found.map((one) => `${one.channel}/${one.direction}/${one.country}/${one.carrier_class}/${one.currency}`),
  );
  return (
    <div className="price-unpriced">
      <Note tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
        <b>{t('prices.unpriced', { count: keys.size })}</b>
        <p>
          {t('prices.unpricedText')} {t('prices.unpricedPast')}
        </p>
        <ul>
          {found.map((one) => {
            const place = one.channel === 'email' ? null : one.country;
            const use = { ...one, country: place, carrier_class: one.channel === 'email' ? null : one.carrier_class };
            return (
              <li
                key={`${one.month}/${one.channel}/${one.direction}/${one.country}/${one.carrier_class}/${one.currency}`}
              >
                <span className="price-use">
                  <span>
                    {t(`prices.channel.${one.channel}`)} · {nameOf(use)}
                  </span>
                  <span className="muted">
                    {[
                      detailOf(use),
                      t('prices.unpricedOf', {
                        quantity: count(one.quantity),
                        month: monthName(one.month),
                        payers: one.payers,
                      }),
                    ]
                      .filter((text) => text !== null)
                      .join(' · ')}
                  </span>
                </span>
                <Button
                  variant="default"
                  size="compact-md"
                  onClick={() => {
                    onAdd({
                      channel: one.channel,
                      direction: one.direction,
                      country: place,
                      carrier_class: null,
                      currency: one.currency,
                      from: first,
                      carrier: null,
                      price: null,
                      business: null,
                      isFixed: false,
                    });
                  }}
                >
                  {t('prices.add')}
                </Button>
              </li>
            );
          })}
        </ul>
      </Note>
    </div>
  );
}
