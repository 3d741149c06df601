import '../registrations.css';
import { exact, shortTime } from '../../../format/date.ts';
import { moneyOf } from '../../../format/money.ts';
import { phone } from '../../../format/phone.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { Badge, type State } from './Badge.tsx';
import type { Request } from './Brand.tsx';
import { labelOf } from './Refusal.tsx';
import { t } from './texts.ts';

const shown = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '–'
  : Array.isArray(value) ? value.join(' · ')
  : String(value as string);

/** What was submitted, what the carrier said, and what changed in between, the newest first. */
export function Moments({
  moments,
}: {
  readonly moments: readonly (Omit<Request['timeline'][number], 'by'> & { readonly by?: string | null })[];
}) {
  const style = useDateStyle();
  return (
    <ol className="rg-attempts">
      {moments.toReversed().map((one, at) => (
        <li key={at}>
          <div className="rg-line">
            <b>
              {one.what === 'number' ?
                phone(one.id ?? '')
              : one.what === 'prefix' ?
                shown(one.id)
              : t(`a2p.step.${one.what}`)}
            </b>
            <Badge state={one.state as State} />
            {one.attempt !== null && one.attempt > 1 && (
              <span className="muted">{t('a2p.attempt', { count: one.attempt })}</span>
            )}
            {one.fee !== null && <span className="num">{moneyOf(one.fee, 'USD')}</span>}
            <span className="muted end">
              {one.by != null && one.by !== '' && <>{one.by}, </>}
              <time dateTime={one.at} title={exact(one.at, style)}>
                {shortTime(one.at, style)}
              </time>
            </span>
          </div>
          {one.carrier_state !== null && <p className="muted">{t('a2p.carrierWord', { word: one.carrier_state })}</p>}
          {one.problems.map(({ code, message }) => (
            <p key={`${code}${message}`} className="rg-refusal">
              {message} {code !== null && <span className="num muted">({code})</span>}
            </p>
          ))}
          {one.changes.length > 0 && (
            <dl className="rg-changes">
              {one.changes.map(({ field, was, now }) => (
                <div key={field}>
                  <dt>{labelOf(field)}</dt>
                  <dd>
                    <del dir="auto">{shown(was)}</del> <ins dir="auto">{shown(now)}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ol>
  );
}
