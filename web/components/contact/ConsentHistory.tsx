import type { z } from 'zod';
import { IconBan, IconCheck, IconHourglassHigh } from '@tabler/icons-react';
import type { Consent } from '../../../api/contract/contacts.ts';
import { shortTime } from '../../format/date.ts';
import { maybe, t } from './texts.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { Instant } from '../Instant.tsx';

type ConsentLine = z.output<typeof Consent>;
const tones = { optedIn: 'success', optedOut: 'danger', requested: 'warning', withdrawn: 'neutral' } as const;

/** Who agreed to what, when and how, newest first: the proof behind a status. */
export function ConsentHistory({ consents }: { readonly consents: readonly ConsentLine[] }) {
  const style = useDateStyle();
  if (consents.length === 0)
    return (
      <p className="muted" style={{ fontSize: 'var(--text-s)' }}>
        {t('consent.none')}
      </p>
    );
  return (
    <ol className="bk-consent">
      {[...consents].reverse().map((consent) => (
        <li key={consent.id} className={`tone-${tones[consent.kind]}`}>
          <span className="dot">
            {consent.kind === 'optedIn' ?
              <IconCheck size={12} stroke={3} aria-hidden />
            : consent.kind === 'requested' ?
              <IconHourglassHigh size={12} stroke={2.5} aria-hidden />
            : <IconBan size={12} stroke={2.5} aria-hidden />}
          </span>
          <div>
            <div className="what">
              {t(`consent.${consent.channel}.${consent.kind}`)}{' '}
              {maybe(`consent.how.${consent.how}`, { keyword: consent.keyword ?? '' }) ?? consent.how}
            </div>
            <div className="more">
              <Instant at={consent.at}>{shortTime(consent.at, style)}</Instant>
            </div>
            {consent.page_version !== null && (
              <div className="more">
                {t('consent.page', { page: consent.campaign_name ?? '', version: consent.page_version })}
                {consent.box === true && ` · ${t('consent.box')}`}
                {consent.ip_address !== null && ` · ${t('consent.from', { ip: consent.ip_address })}`}
              </div>
            )}
            {consent.words !== null && <div className="more">{t('consent.words', { words: consent.words })}</div>}
            {consent.provider_message_id !== null && (
              <div className="more">{t('consent.proof', { id: consent.provider_message_id })}</div>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
