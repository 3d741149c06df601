import type { UploadCounts } from '../../../api/contract/contact-uploads.ts';
import { count } from '../../format/number.ts';
import { t } from './texts.ts';

const main = ['created', 'changed', 'unchanged'] as const;
const out = ['duplicates', 'refused', 'over_limit'] as const;
const also = ['texts', 'emails', 'opted_out', 'kept_out', 'values_left'] as const;

/** What rows came to, or would come to: the first two lines add up to all rows. */
export function Counts({ counts }: { readonly counts: UploadCounts }) {
  return (
    <dl className="bk-counts">
      {main.map((name) => (
        <Figure key={name} name={name} value={counts[name]} />
      ))}
      {[...out, ...also].map((name) =>
        counts[name] === 0 ? null : <Figure key={name} name={name} value={counts[name]} />,
      )}
    </dl>
  );
}

const Figure = ({ name, value }: { readonly name: keyof UploadCounts; readonly value: number }) => (
  <div className={(out as readonly string[]).includes(name) ? 'out' : ''}>
    <dt>{t(`uploads.count.${name}`)}</dt>
    <dd className="num">{count(value)}</dd>
  </div>
);
