import { Button, Skeleton } from '@mantine/core';
import {
  IconAdjustments,
  IconBan,
  IconCheckbox,
  IconClick,
  IconFileText,
  IconHeartHandshake,
  IconHistory,
  IconId,
  IconMail,
  IconMessage2,
  IconMessages,
  IconPhoneIncoming,
  IconShieldLock,
  IconSpeakerphone,
  IconTicket,
  IconWriting,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, useLocation, useSearch } from 'wouter';
import type { TimelineEntry } from '../../../../../api/contract/contact-life.ts';
import { EmptyState } from '../../../../components/EmptyState.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { FilterChips } from '../../../../components/FilterChips.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { withParam } from '../../../../components/list.ts';
import { dayKey, daySeparator, time } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { addressOf, fateOf, quoteOf, sentenceOf, whoOf } from './sentence.ts';
import { t } from './texts.ts';
import { useLife } from './useLife.ts';

const icons: Readonly<Record<TimelineEntry['kind'], TablerIcon>> = {
  message: IconMessage2,
  call: IconPhoneIncoming,
  mail: IconMail,
  consent: IconWriting,
  preferences: IconAdjustments,
  details: IconId,
  conversation: IconMessages,
  page: IconFileText,
  coupon: IconTicket,
  loop: IconHeartHandshake,
  vote: IconCheckbox,
  click: IconClick,
  broadcast: IconSpeakerphone,
  privacy: IconShieldLock,
};
/** Kinds that are looked at together. */
const groups = {
  all: '',
  messages: 'message,call,mail,click,broadcast',
  consent: 'consent,preferences',
  campaigns: 'page,coupon,loop,vote',
  team: 'conversation',
  changes: 'details,privacy',
} as const;
type Group = keyof typeof groups;

/** Everything that happened to a contact, by day, the newest first. Which kinds is part of the address. */
export function Timeline({ id }: { readonly id: string }) {
  const style = useDateStyle();
  const [path, go] = useLocation();
  const search = useSearch();
  const wanted = new URLSearchParams(search).get('kind') ?? 'all';
  const group: Group = Object.hasOwn(groups, wanted) ? (wanted as Group) : 'all';
  const life = useLife(id, groups[group]);
  const today = dayKey(new Date(), style.timezone);
  const days: { day: string; entries: TimelineEntry[] }[] = [];
  for (const entry of life.entries) {
    const day = dayKey(entry.at, style.timezone);
    if (days.at(-1)?.day !== day) days.push({ day, entries: [] });
    days.at(-1)!.entries.push(entry);
  }
  return (
    <>
      <FilterChips
        label={t('life.filter')}
        value={group}
        options={(Object.keys(groups) as Group[]).map((value) => ({ value, label: t(`life.group.${value}`) }))}
        onChange={(chosen) => {
          go(withParam(path, search, 'kind', chosen === 'all' ? null : chosen), { replace: true });
        }}
      />
      {life.error ?
        <ErrorState error={life.error} onRetry={life.refresh} />
      : life.isLoading ?
        <div className="bk-life" aria-hidden>
          {[0, 1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={18} mb={18} width={`${86 - row * 9}%`} />
          ))}
        </div>
      : life.entries.length === 0 ?
        <EmptyState
          icon={group === 'all' ? IconHistory : IconBan}
          title={t('life.empty')}
          text={t(group === 'all' ? 'life.emptyText' : 'life.emptyKind')}
        />
      : <section className="bk-life" aria-label={t('life.timeline')}>
          {days.map(({ day, entries }) => (
            <section key={day}>
              <h2>{daySeparator(day, today)}</h2>
              <ol>
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
            </section>
          ))}
          {life.hasMore && (
            <Button variant="default" loading={life.busy} onClick={() => void life.more()}>
              {t('life.more')}
            </Button>
          )}
        </section>
      }
    </>
  );
}

function Entry({ entry }: { readonly entry: TimelineEntry }) {
  const style = useDateStyle();
  const words = sentenceOf(entry, style);
  if (words === null) return null;
  const Icon = icons[entry.kind];
  const quote = quoteOf(entry);
  const more = [fateOf(entry), whoOf(entry)].filter((one) => one !== null);
  const { about } = entry;
  return (
    <li className={`of-${entry.by}`}>
      <span className="icon" title={t(`life.kind.${entry.kind}`)}>
        <Icon size={15} aria-hidden />
      </span>
      <div>
        <p dir="auto">{words}</p>
        {quote !== null && (
          <p className="quote" dir="auto">
            {quote}
          </p>
        )}
        <p className="more">
          <Instant at={entry.at}>{time(entry.at, style)}</Instant>
          {more.map((one) => (
            <span key={one}>{one}</span>
          ))}
          {about !== null && (about.kind === 'conversation' || about.name !== null) && (
            <Link href={addressOf(about)}>{t(`life.open.${about.kind}`, { name: about.name ?? '' })}</Link>
          )}
        </p>
      </div>
    </li>
  );
}
