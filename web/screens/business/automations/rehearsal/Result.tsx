import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { AutomationRehearsal, RehearsedSending } from '../../../../../api/contract/automation-rehearsal.ts';
import { centsOf, exactMoney } from '../../../../format/money.ts';
import type { Names } from '../../../../components/contact-filter/labels.ts';
import { shortTime } from '../../../../format/date.ts';
import { count } from '../../../../format/number.ts';
import { phone } from '../../../../format/phone.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { KindIcon } from '../steps/kinds.tsx';
import type { Document } from '../model.ts';
import { outlineOf } from '../outline.ts';
import { called, exitWord, onWords, told } from '../labels.ts';
import { monthsOf, maxEntries, paceOf, sumOf } from './sum.ts';
import { maybe, t } from './texts.ts';
import type { Play } from './useRehearsal.ts';

/** All in one sentence. */
export function headline(of: AutomationRehearsal, days: number): string {
  if (of.entries === 0) return t('au.re.head', { days, people: t('au.re.nobody').toLowerCase(), rest: '' });
  const to = (what: string, people: number): string => t('au.re.toPeople', { what, count: people });
  const parts = [
    ...(of.texts === 0 ? [] : [to(t('au.re.textsTo', { count: of.texts }), of.text_people)]),
    ...(of.mails === 0 ? [] : [to(t('au.re.mailsTo', { count: of.mails }), of.mail_people)]),
    ...(of.credits === 0 ? [] : [t('au.re.credits', { count: of.credits })]),
  ];
  const kept = [
    ...(of.held === 0 ? [] : [t('au.re.heldBack', { count: of.held })]),
    ...(sumOf(of.refused) === 0 ? [] : [t('au.re.refused', { count: sumOf(of.refused) })]),
  ];
  const rest = [parts.join(', '), kept.join(', ')].filter((part) => part !== '').join('; ');
  const people = t('au.re.people', { count: of.people });
  return t('au.re.head', {
    days,
    people: people[0]!.toLowerCase() + people.slice(1),
    rest: rest === '' ? '' : t('au.re.then', { what: rest }),
  });
}

const figures = [
  ['people', (of) => of.people],
  ['entries', (of) => of.entries],
  ['texts', (of) => of.texts],
  ['mails', (of) => of.mails],
  ['alerts', (of) => of.alerts],
  ['calls', (of) => of.calls],
  ['credits', (of) => of.credits],
  ['held', (of) => of.held],
  ['refused', (of) => sumOf(of.refused)],
  ['goal', (of) => of.ends['goal'] ?? 0],
] as const satisfies readonly (readonly [string, (of: AutomationRehearsal) => number])[];
/** Shown also where there are none. */
const always: ReadonlySet<string> = new Set(['people', 'texts', 'credits', 'held', 'refused']);

/** All figures are the same. */
const isAlike = (one: AutomationRehearsal, other: AutomationRehearsal): boolean =>
  figures.every(([, of]) => of(one) === of(other));

export function Result({
  play: { state, results, days },
  versions,
  names,
  document,
  others,
}: {
  readonly play: Play;
  /** What each of the results is of. */
  readonly versions: readonly string[];
  readonly names: Names;
  readonly document: Document;
  /** What runs. */
  readonly others: Document | null;
}) {
  const [first, second] = results;
  if (first === undefined) return null;
  const running = state === 'running' || state === 'waiting';
  const partly = results.some((one) => one.next !== null) && !running;
  return (
    <>
      <p className="headline">{headline(first, days)}</p>
      {second !== undefined && (
        <p className="headline second">
          {isAlike(first, second) ?
            t('au.re.alike', { version: versions[1] ?? '' })
          : <>
              <b>{versions[1]}:</b> {headline(second, days)}
            </>
          }
        </p>
      )}
      <Cost of={first} days={days} />
      {partly && (
        <p className="muted">
          {first.entries >= maxEntries ?
            t('au.re.partly', { count: first.entries })
          : t('au.re.stopped', { count: first.through })}
        </p>
      )}
      {first.skipped.length > 0 && <p className="muted">{t('au.re.skipped')}</p>}
      {first.entries === 0 && second === undefined && !running && <p className="muted">{t('au.re.nobodyText')}</p>}
      {second !== undefined ?
        <Compared first={first} second={second} names={versions} />
      : first.entries > 0 && (
          <dl className="figures">
            {figures.map(([name, of]) => {
              const value = of(first);
              return value === 0 && !always.has(name) ?
                  null
                : <div key={name}>
                    <dt className="muted">{t(`au.re.sum.${name}`)}</dt>
                    <dd className="num">{count(value)}</dd>
                  </div>;
            })}
          </dl>
        )
      }
      <Months of={first} />
      <Reasons title={t('au.re.broughtBy')} counts={first.triggers} word={(nth) => startWord(nth, document, names)} />
      <Reasons title={t('au.re.leftOut')} counts={first.left_out} word={(why) => maybe(`au.re.out.${why}`)} />
      {first.entries > 0 && (
        <>
          <Steps document={document} first={first} second={second} other={versions[1] ?? ''} names={names} />
          <Reasons
            title={t('au.re.ends')}
            counts={first.ends}
            word={(why) => (why === 'inside' ? t('au.re.end.inside') : maybe(`au.end.${why}`))}
          />
          <Sendings all={first.sendings} document={document} others={others} />
        </>
      )}
      <details className="knows">
        <summary>{t('au.re.knows')}</summary>
        <ul>
          {(['then', 'today', 'byHand', 'cause', 'month', 'cost', 'replies', 'carrier'] as const).map((what) => (
            <li key={what}>{t(`au.re.knows.${what}`)}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** What it would cost, each time and in a month. */
function Cost({ of, days }: { readonly of: AutomationRehearsal; readonly days: number }) {
  const { cost } = of;
  const pace = paceOf(of, days);
  if (cost === null || pace === null) return null;
  const { amount, currency, unpriced, includes } = cost;
  return (
    <p className="cost">
      {t('au.re.cost', {
        amount: centsOf(amount, currency),
        each: exactMoney(pace.each, currency),
        month: centsOf(pace.month, currency),
      })}
      {includes && ` ${t('au.re.costIncludes')}`}
      {unpriced > 0 && ` ${t('au.re.costUnpriced', { count: unpriced })}`}
    </p>
  );
}

/** A trigger by its place in the document. */
const startWord = (nth: string, { triggers }: Document, names: Names): string => {
  const trigger = triggers[Number(nth)];
  return trigger === undefined ? t('au.on.by-hand') : onWords(trigger.on, names);
};

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** Whether the plan's messages would have been enough. */
function Months({ of }: { readonly of: AutomationRehearsal }) {
  const months = monthsOf(of).map(({ month, ...rest }) => ({ ...rest, month: monthFormat.format(new Date(month)) }));
  const enough = months
    .filter(({ over }) => over <= 0)
    .map(({ month, most, used, took }) =>
      t('au.re.month.left', { month, most: count(most), left: count(most - used - took) }),
    );
  return (
    <>
      {months
        .filter(({ over }) => over > 0)
        .map(({ month, most, used, took, over }) => (
          <p key={month} className="over">
            {t('au.re.month.over', { month, most: count(most), used: count(used), took: count(took), count: over })}
          </p>
        ))}
      {enough.length > 0 && <p className="muted">{t('au.re.month.enough', { list: enough.join(', ') })}</p>}
    </>
  );
}

function Reasons({
  title,
  counts,
  word = (why) => why,
  inOrder = false,
}: {
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly word?: (why: string) => string | null;
  /** As they are given; else the most frequent first. */
  readonly inOrder?: boolean;
}) {
  const given = Object.entries(counts);
  const known = inOrder ? given : given.toSorted(([, one], [, other]) => other - one);
  if (known.length === 0) return null;
  return (
    <p className="reasons muted">
      <b>{title}:</b>{' '}
      {known.map(([why, times]) => t('au.re.ofEntries', { why: word(why) ?? why, count: count(times) })).join(' · ')}
    </p>
  );
}

function Compared({
  first,
  second,
  names,
}: {
  readonly first: AutomationRehearsal;
  readonly second: AutomationRehearsal;
  readonly names: readonly string[];
}) {
  return (
    <div className="scroll" role="region" aria-label={t('au.re.difference')} tabIndex={0}>
      <table className="au-table">
        <thead>
          <tr>
            <th scope="col">{t('au.re.figure')}</th>
            {names.map((name) => (
              <th key={name} scope="col" className="right">
                {name}
              </th>
            ))}
            <th scope="col" className="right">
              {t('au.re.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.map(([name, of]) => {
            const [one, other] = [of(first), of(second)];
            if (one === 0 && other === 0 && !always.has(name)) return null;
            const more = one - other;
            return (
              <tr key={name}>
                <th scope="row">{t(`au.re.sum.${name}`)}</th>
                <td className="right num" data-label={names[0]}>
                  {count(one)}
                </td>
                <td className="right num" data-label={names[1]}>
                  {count(other)}
                </td>
                <td className={`right num${more === 0 ? ' faint' : ''}`} data-label={t('au.re.difference')}>
                  {more === 0 ? '±0' : `${more > 0 ? '+' : '−'}${count(Math.abs(more))}`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** A funnel: at each step how many came, by which exits they left, and what became of what it says. */
function Steps({
  document,
  first,
  second,
  other,
  names,
}: {
  readonly document: Document;
  readonly names: Names;
  readonly first: AutomationRehearsal;
  readonly second: AutomationRehearsal | undefined;
  readonly other: string;
}) {
  const order = useMemo(() => outlineOf(document).order, [document]);
  const most = Math.max(1, first.entries, ...order.map((id) => first.steps[id]?.came ?? 0));
  return (
    <section>
      <h3>{t('au.re.steps')}</h3>
      <ol className="funnel">
        {order.map((id) => {
          const node = document.nodes[id]!;
          const step = first.steps[id];
          const came = step?.came ?? 0;
          const compared = second?.steps[id];
          const ways = Object.entries(step?.exits ?? {}).filter(([exit]) => exit !== 'next');
          const words = [
            ...(step !== undefined && step.sent > 0 ? [t('au.re.left', { count: step.sent })] : []),
            ...(step !== undefined && step.held > 0 ? [t('au.re.waited', { count: step.held })] : []),
            ...(step !== undefined && step.refused > 0 ? [t('au.re.kept', { count: step.refused })] : []),
            ...ways.map(([exit, times]) => t('au.re.other', { version: exitWord(node, exit), count: count(times) })),
            ...(step !== undefined && step.here > 0 ? [t('au.re.here', { count: step.here })] : []),
            ...(compared === undefined || compared.came === came ?
              []
            : [t('au.re.other', { version: other, count: count(compared.came) })]),
          ];
          return (
            <li key={id} className={came === 0 ? 'nobody' : undefined}>
              <span className="bar" style={{ inlineSize: `${(came / most) * 100}%` }} aria-hidden />
              <KindIcon kind={node.kind} size={16} />
              <span className="what">
                <b dir="auto">{told(node, names)}</b>
                {words.length > 0 && <span className="muted">{words.join(' · ')}</span>}
              </span>
              <span className="num">{t('au.re.came', { count: came })}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

type Fate = 'all' | 'left' | 'held' | 'refused';
const fateOf = ({ refused, held_by: held }: RehearsedSending): Exclude<Fate, 'all'> =>
  refused !== null ? 'refused'
  : held !== null ? 'held'
  : 'left';

function Sendings({
  all,
  document,
  others,
}: {
  readonly all: readonly RehearsedSending[];
  readonly document: Document;
  readonly others: Document | null;
}) {
  const [fate, setFate] = useState<Fate>('all');
  const style = useDateStyle();
  const at = (when: string | null): string => shortTime(when, style);
  const shown = all.filter((one) => fate === 'all' || fateOf(one) === fate);
  const whyWord = (why: string): string => maybe(`au.re.why.${why}`) ?? why;
  const said = (one: RehearsedSending): ReactNode => {
    if (one.refused !== null) return t('au.re.refusedAt', { at: at(one.due_at), why: whyWord(one.refused) });
    if (one.held_until !== null)
      return t(one.sent_at === null ? 'au.re.heldStill' : 'au.re.heldUntil', {
        at: at(one.due_at),
        until: at(one.sent_at ?? one.held_until),
      });
    return t('au.re.sentAt', { at: at(one.sent_at) });
  };
  if (all.length === 0) return null;
  return (
    <section>
      <header>
        <h3>{t('au.re.sendings')}</h3>
        <SegmentedControl
          size="xs"
          aria-label={t('au.re.show')}
          data={[
            { value: 'all', label: t('au.re.all') },
            ...(['left', 'held', 'refused'] as const).map((value) => ({ value, label: t(`au.re.shown.${value}`) })),
          ]}
          value={fate}
          onChange={(value) => {
            setFate(value);
          }}
        />
      </header>
      <p className="faint">{t('au.re.some')}</p>
      {shown.length === 0 && <p className="muted">{t('au.re.none')}</p>}
      <ul className="sendings">
        {shown.map((one, nth) => (
          <li key={`${one.contact_id} ${one.node} ${one.due_at} ${nth}`} className={fateOf(one)}>
            <div className="who">
              <Link href={`/business/contacts/${one.contact_id}`}>
                {one.name ?? (one.phone === null ? t('au.re.somebody') : phone(one.phone))}
              </Link>
              <span className="faint">
                {t(`au.re.channel.${one.channel}`)} · {called(document.nodes[one.node] ?? others?.nodes[one.node])}
              </span>
            </div>
            <p className="words" dir="auto">
              {one.words}
            </p>
            <p className="when muted">{said(one)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
