import './size.css';
import { emailBytes } from '../../api/contract/email-design.ts';
import { t } from './texts.ts';

/** How large the email is, in words, with where it would be cut off. */
export function Size({ bytes }: { readonly bytes: number }) {
  const state =
    bytes > emailBytes.most ? 'refused'
    : bytes > emailBytes.warn ? 'warned'
    : 'fine';
  const words = t(`ee.size.${state}`, { size: Math.ceil(bytes / 1024) });
  return (
    <span className={`ee-size ${state}`}>
      <span
        className="bar"
        role="meter"
        aria-label={t('ee.size.meter')}
        aria-valuemin={0}
        aria-valuemax={emailBytes.most}
        aria-valuenow={Math.min(bytes, emailBytes.most)}
        aria-valuetext={words}
      >
        <i style={{ width: `${Math.min(100, (bytes / emailBytes.most) * 100)}%` }} />
      </span>
      {words}
    </span>
  );
}
