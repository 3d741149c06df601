import { exact } from '../../../format/date.ts';
import { phone } from '../../../format/phone.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import type { State } from './Badge.tsx';
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
    <ol className="bk-checks">
      {moments.toReversed().map((one, at) => (
        <li key={at}>
          <div>
            <b>
              {one.what === 'number' ?
                phone(one.id ?? '')
              : one.what === 'prefix' ?
                shown(one.id)
              : t(`a2p.step.${one.what}`)}
            </b>{' '}
            {t(`a2p.state.${one.state as State}`)}
            {one.attempt !== null && one.attempt > 1 && <> · {t('a2p.attempt', { count: one.attempt })}</>}
            <p className="bk-muted">
              <time dateTime={one.at}>{exact(one.at, style)}</time>
              {one.by != null && one.by !== '' && <> · {one.by}</>}
              {one.carrier_state !== null && <> · {one.carrier_state}</>}
            </p>
            {one.problems.map(({ code, message }) => (
              <p key={`${code}${message}`}>
                {message} {code !== null && <span className="num">({code})</span>}
              </p>
            ))}
            {one.changes.map(({ field, was, now }) => (
              <p key={field}>{t('a2p.wasNow', { field: labelOf(field), was: shown(was), now: shown(now) })}</p>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}
