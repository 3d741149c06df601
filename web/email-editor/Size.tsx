import './size.css';
import { mailBytes } from '../../api/contract/email-design.ts';
import { t } from './texts.ts';

/** How large the mail is, in words, with where it would be cut off. */
export function Size({ bytes }: { readonly bytes: number }) {
  const state =
    bytes > mailBytes.most ? 'refused'
    : bytes > mailBytes.warn ? 'warned'
    : 'fine';
  const words = t(`ee.size.${state}`, { size: Math.ceil(bytes / 1024) });
  return (
    <span className={`ee-size ${state}`}>
      <span
        className="bar"
        role="meter"
        aria-label={t('ee.size.meter')}
        aria-valuemin={0}
        aria-valuemax={mailBytes.most}
        aria-valuenow={Math.min(bytes, mailBytes.most)}
        aria-valuetext={words}
      >
        <i style={{ width: `${Math.min(100, (bytes / mailBytes.most) * 100)}%` }} />
      </span>
      {words}
    </span>
  );
}
