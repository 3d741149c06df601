import { useState } from 'react';
import { includes, type Offer, price } from './order.ts';
import { t } from './texts.ts';

const intervals = ['month', 'year'] as const;

/** What can be ordered: one offer as it is, several to choose from, by the month or by the year where there are both. */
export function Offers({
  offers,
  chosen,
  isFixed,
  onChoose,
}: {
  readonly offers: readonly Offer[];
  readonly chosen: Offer;
  /** An order has begun: its offer stays. */
  readonly isFixed: boolean;
  readonly onChoose: (pageId: string) => void;
}) {
  const [interval, setInterval] = useState(chosen.interval);
  const hasBoth = intervals.every((one) => offers.some((offer) => offer.interval === one));
  if (isFixed || offers.length === 1)
    return (
      <section className="or-card or-offer">
        <Summary offer={chosen} />
      </section>
    );
  const shown = hasBoth ? offers.filter((offer) => offer.interval === interval) : offers;
  return (
    <fieldset className="or-offers">
      <legend className="sr-only">{t('order.choose')}</legend>
      {hasBoth && (
        <div className="or-intervals" role="group" aria-label={t('order.interval')}>
          {intervals.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={interval === one}
              onClick={() => {
                setInterval(one);
                const first = offers.find((offer) => offer.interval === one);
                if (first !== undefined) onChoose(first.page_id);
              }}
            >
              {t(`order.interval.${one}`)}
            </button>
          ))}
        </div>
      )}
      {shown.map((offer) => (
        <label key={offer.page_id} className="or-card or-offer">
          <input
            type="radio"
            name="offer"
            checked={offer.page_id === chosen.page_id}
            onChange={() => {
              onChoose(offer.page_id);
            }}
          />
          <Summary offer={offer} />
        </label>
      ))}
    </fieldset>
  );
}

function Summary({ offer }: { readonly offer: Offer }) {
  const lines = includes(offer);
  return (
    <span className="or-summary">
      <span className="or-title">
        <b dir="auto">{offer.name}</b>
        {offer.trial_days > 0 && <span className="or-trial">{t('order.trial', { count: offer.trial_days })}</span>}
      </span>
      <span className="or-price">
        <b>{price(offer.amount, offer)}</b>{' '}
        <span className="muted">{offer.interval === null ? t('order.once') : t(`order.per.${offer.interval}`)}</span>
      </span>
      {offer.description !== '' && <span className="muted">{offer.description}</span>}
      {lines.length > 0 && (
        <span className="or-lines">
          {lines.map((line) => (
            <span key={line}>
              <Check />
              {line}
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

const Check = () => (
  <svg viewBox="0 0 16 16" width={15} height={15} aria-hidden>
    <path d="M3 8.500l3.200 3.200L13 5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
);
