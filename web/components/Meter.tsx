import { count, usageLevel } from '../format/number.ts';
import { t } from './texts.ts';

/**
 * What is used of a limit, null: no limit; 0: nothing is included, which is nobody's alarm. Warns from 90 %, alarms
 * from 100 % (specification, section 4).
 */
export function Meter({
  title,
  used,
  limit,
}: {
  readonly title: string;
  readonly used: number;
  readonly limit: number | null;
}) {
  const level = limit === 0 ? 'unlimited' : usageLevel(used, limit);
  const tone =
    level === 'full' ? 'danger'
    : level === 'warning' ? 'warning'
    : 'brand';
  const text =
    limit === null ? t('dashboard.usageUnlimited', { used: count(used) })
    : limit === 0 ? t('meter.noneIncluded', { used: count(used) })
    : t('dashboard.usageOf', { used: count(used), limit: count(limit) });
  return (
    <div className={`bk-meter tone-${tone}`}>
      <div className="line">
        <span>{title}</span>
        <span className="num">{text}</span>
      </div>
      {limit !== null && limit > 0 && (
        <div
          className="bar"
          role="meter"
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={text}
        >
          {used > 0 && <i style={{ width: `${Math.min(100, (used / limit) * 100)}%` }} />}
        </div>
      )}
    </div>
  );
}

/** The same in a row of a list: the figure over a thin bar. */
export function SmallMeter({ used, limit }: { readonly used: number; readonly limit: number | null }) {
  const level = usageLevel(used, limit);
  const tone =
    level === 'full' ? 'danger'
    : level === 'warning' ? 'warning'
    : 'brand';
  return (
    <span className={`bk-smallmeter tone-${tone}`}>
      <span className="num">
        {count(used)}
        <span className="faint"> / {limit === null ? '∞' : count(limit)}</span>
      </span>
      {limit !== null && (
        <span className="bar" aria-hidden>
          {used > 0 && <i style={{ width: `${Math.min(100, (used / Math.max(1, limit)) * 100)}%` }} />}
        </span>
      )}
    </span>
  );
}
