import { MultiSelect, NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { attributeLabel } from '../../../../components/attributes/label.ts';
import { apiNames, apiNamesOf, isOfKind } from '../../../../../api/contract/attributes.ts';
import type { FilterData } from '../../../../components/contact-filter/useFilterData.ts';
import { useRead } from '../../../../data/read.ts';
import { HookChoice } from '../hooks/HookChoice.tsx';
import {
  automationModel,
  type ContactField,
  type DayAt,
  type Duration,
  freshTrigger,
  eventGroups,
  triggerGroups,
  type TriggerOn,
} from '../model.ts';
import { maybe, t } from '../texts.ts';

/** What is wrong with a field; undefined: nothing. */
export type Wrong = (field: string) => string | undefined;
type Option = { value: string; label: string };
const options = (some: readonly { readonly id: string; readonly name: string }[], chosen: string | null): Option[] => [
  ...some.map(({ id, name }) => ({ value: id, label: name })),
  ...(chosen !== null && some.every(({ id }) => id !== chosen) ? [{ value: chosen, label: t('au.gone') }] : []),
];

/** One of what there is, or none: then any is meant. */
export function Choice({
  label,
  among,
  value,
  none,
  description,
  error,
  onChange,
}: {
  readonly label: string;
  readonly among: readonly { readonly id: string; readonly name: string }[];
  readonly value: string | null;
  /** What none means. */
  readonly none: string;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly onChange: (id: string | null) => void;
}) {
  return (
    <Select
      label={label}
      description={description}
      placeholder={none}
      data={options(among, value)}
      value={value}
      error={error}
      searchable
      clearable
      onChange={onChange}
    />
  );
}

/** One of a few words. */
export function Words<W extends string>({
  label,
  words,
  wordOf,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly words: readonly W[];
  readonly wordOf: (word: W) => string;
  readonly value: W;
  readonly error?: string | undefined;
  readonly onChange: (word: W) => void;
}) {
  return (
    <Select
      label={label}
      data={words.map((word) => ({ value: word as string, label: wordOf(word) }))}
      value={value}
      error={error}
      allowDeselect={false}
      onChange={(word) => {
        if (word !== null) onChange(word as W);
      }}
    />
  );
}

export function Amount({
  label,
  value,
  from = 1,
  to,
  error,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly from?: number;
  readonly to: number;
  readonly error?: string | undefined;
  readonly onChange: (value: number) => void;
}) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={from}
      max={to}
      allowDecimal={false}
      error={error}
      onChange={(given) => {
        if (typeof given === 'number') onChange(Math.min(to, Math.max(from, Math.round(given))));
      }}
    />
  );
}

const units = ['minutes', 'hours', 'days', 'weeks', 'months'] as const;
export function DurationFields({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: Duration;
  readonly onChange: (value: Duration) => void;
}) {
  return (
    <div className="au-pair">
      <Amount
        label={label}
        value={value.amount}
        to={3_650}
        onChange={(amount) => {
          onChange({ ...value, amount });
        }}
      />
      <Words
        label={t('au.p.unit')}
        words={units}
        wordOf={(unit) => t(`au.p.unit.${unit}`)}
        value={value.unit}
        onChange={(unit) => {
          onChange({ ...value, unit });
        }}
      />
    </div>
  );
}

export const ZoneField = ({
  value,
  onChange,
}: {
  readonly value: 'business' | 'contact';
  readonly onChange: (zone: 'business' | 'contact') => void;
}) => (
  <Words
    label={t('au.p.zone')}
    words={['contact', 'business']}
    wordOf={(zone) => t(`au.p.zone.${zone}`)}
    value={value}
    onChange={onChange}
  />
);
export const TimeField = ({ value, onChange }: { readonly value: string; readonly onChange: (at: string) => void }) => (
  <TextInput
    type="time"
    label={t('au.p.at')}
    value={value}
    onChange={(event) => {
      const at = event.currentTarget.value.slice(0, 5);
      if (/^\d\d:\d\d$/u.test(at)) onChange(at);
    }}
  />
);

const contactFields = ['first_name', 'last_name', ...apiNames] as const;
/** A field of a contact, built in or one's own; `any`: what none means, where none can be chosen. */
export function FieldChoice({
  label,
  value,
  data,
  any,
  error,
  onChange,
}: {
  readonly label: string;
  readonly value: ContactField | null;
  readonly data: FilterData;
  readonly any?: string;
  readonly error?: string | undefined;
  readonly onChange: (field: ContactField | null) => void;
}) {
  const key =
    value === null ? null
    : value.of === 'contact' ? value.name
    : value.id === null ? null
    : `custom:${value.id}`;
  return (
    <Select
      label={label}
      placeholder={any ?? t('au.chooseField')}
      data={[
        ...contactFields.map((name) => ({ value: name as string, label: attributeLabel(name) })),
        ...data.fields.map(({ id, name }) => ({ value: `custom:${id}`, label: name })),
      ]}
      value={key}
      error={error}
      searchable
      clearable={any !== undefined}
      allowDeselect={false}
      onChange={(chosen) => {
        onChange(
          chosen === null ? null
          : chosen.startsWith('custom:') ? { of: 'custom', id: chosen.slice('custom:'.length) }
          : { of: 'contact', name: chosen as (typeof contactFields)[number] },
        );
      }}
    />
  );
}

/** A day that is known of a contact, so many days before or after it. */
export function DayFields({
  value,
  at,
  data,
  wrong,
  onChange,
}: {
  readonly value: DayAt;
  readonly at: string;
  readonly data: FilterData;
  readonly wrong: Wrong;
  readonly onChange: (value: DayAt) => void;
}) {
  const { day, offset } = value;
  const days = data.fields.filter(({ kind }) => kind === 'date');
  const side =
    offset === 0 ? 'on'
    : offset < 0 ? 'before'
    : 'after';
  return (
    <>
      <Select
        label={t('au.p.day')}
        data={[
          ...apiNamesOf('day-of-year').map((name) => ({ value: name as string, label: attributeLabel(name) })),
          ...days.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={day.of === 'custom' ? day.id : day.of}
        error={wrong(`${at}.day`)}
        allowDeselect={false}
        onChange={(chosen) => {
          if (chosen === null) return;
          const of =
            isOfKind(chosen, 'day-of-year') ? { of: chosen } : { of: 'custom' as const, id: chosen, yearly: true };
          onChange({ ...value, day: of });
        }}
      />
      {day.of === 'custom' && (
        <Switch
          label={t('au.p.yearly')}
          checked={day.yearly}
          onChange={(event) => {
            onChange({ ...value, day: { ...day, yearly: event.currentTarget.checked } });
          }}
        />
      )}
      <div className="au-pair">
        <Words
          label={t('au.p.offset')}
          words={['before', 'on', 'after']}
          wordOf={(word) => t(`au.p.offset.${word}`)}
          value={side}
          onChange={(word) => {
            const size = Math.max(1, Math.abs(offset));
            onChange({
              ...value,
              offset:
                word === 'on' ? 0
                : word === 'before' ? -size
                : size,
            });
          }}
        />
        {side !== 'on' && (
          <Amount
            label={t('au.p.offsetDays')}
            value={Math.abs(offset)}
            to={365}
            onChange={(days) => {
              onChange({ ...value, offset: side === 'before' ? -days : days });
            }}
          />
        )}
      </div>
      <div className="au-pair">
        <TimeField
          value={value.at}
          onChange={(time) => {
            onChange({ ...value, at: time });
          }}
        />
        <ZoneField
          value={value.zone}
          onChange={(zone) => {
            onChange({ ...value, zone });
          }}
        />
      </div>
    </>
  );
}

/** What happens: its kind, and of what. `all`: also days, and what does not happen. */
export function EventFields<T extends TriggerOn>({
  value,
  all = false,
  at,
  data,
  wrong,
  onChange,
}: {
  readonly value: T;
  readonly all?: boolean;
  /** Where it stands in the step, for what is wrong with it. */
  readonly at: string;
  readonly data: FilterData;
  readonly wrong: Wrong;
  readonly onChange: (value: T) => void;
}) {
  const shown = (all ? triggerGroups : eventGroups) as readonly (readonly [
    (typeof triggerGroups)[number][0],
    readonly TriggerOn['kind'][],
  ])[];
  return (
    <>
      <Select
        label={t('au.p.what')}
        data={[
          ...shown.map(([group, kinds]) => ({
            group: t(`au.ons.${group}`),
            items: kinds.map((kind) => ({ value: kind as string, label: t(`au.is.${kind as Offered}`) })),
          })),
          // What a template brings can be kept, also where it is not offered.
          ...(shown.some(([, kinds]) => kinds.includes(value.kind)) ?
            []
          : [
              {
                group: t('au.ons.time'),
                items: [{ value: value.kind as string, label: maybe(`au.is.${value.kind}`) ?? value.kind }],
              },
            ]),
        ]}
        value={value.kind}
        error={wrong(`${at}.kind`)}
        searchable
        allowDeselect={false}
        onChange={(kind) => {
          if (kind !== null && kind !== value.kind) onChange(freshTrigger(kind as TriggerOn['kind']) as T);
        }}
      />
      <OfKind
        on={value}
        at={at}
        data={data}
        wrong={wrong}
        put={(on) => {
          onChange(on as T);
        }}
      />
    </>
  );
}
type Offered = (typeof triggerGroups)[number][1][number];

function OfKind({
  on,
  at,
  data,
  wrong,
  put,
}: {
  readonly on: TriggerOn;
  readonly at: string;
  readonly data: FilterData;
  readonly wrong: Wrong;
  readonly put: (on: TriggerOn) => void;
}) {
  /** `needed`: it means nothing without. */
  const campaign = (value: string | null, change: (id: string | null) => void, needed = false) => (
    <Choice
      label={t('au.p.campaign')}
      among={data.campaigns}
      value={value}
      none={t(needed ? 'au.p.chooseCampaign' : 'au.p.anyCampaign')}
      error={wrong(`${at}.campaignId`)}
      onChange={change}
    />
  );
  const broadcast = (value: string | null, field: string, change: (id: string | null) => void, needed = false) => (
    <Choice
      label={t('au.p.broadcast')}
      among={data.broadcasts}
      value={value}
      none={t(needed ? 'au.p.chooseBroadcast' : 'au.p.anyBroadcast')}
      error={wrong(`${at}.${field}`)}
      onChange={change}
    />
  );
  switch (on.kind) {
    case 'opted-in':
      return (
        <>
          <Select
            label={t('au.p.keyword')}
            placeholder={t('au.p.anyKeyword')}
            data={[
              ...new Set([
                ...data.campaigns.flatMap(({ keyword }) => (keyword === null || keyword === '' ? [] : [keyword])),
                ...(on.keyword === null || on.keyword === '' ? [] : [on.keyword]),
              ]),
            ]}
            value={on.keyword}
            error={wrong(`${at}.keyword`)}
            searchable
            clearable
            onChange={(keyword) => {
              put({ ...on, keyword });
            }}
          />
          {campaign(on.campaignId, (campaignId) => {
            put({ ...on, campaignId });
          })}
          {wrong(`${at}.keyword`) === undefined && <WhatCounts on={on} data={data} />}
        </>
      );
    case 'reward-unlocked':
      return (
        <RewardFields
          on={on}
          wrong={(field) => wrong(`${at}.${field}`)}
          onChange={(campaignId, rewardId) => {
            put({ ...on, campaignId, rewardId });
          }}
        />
      );
    case 'page-submitted':
    case 'vote-cast':
    case 'coupon-issued':
    case 'coupon-redeemed':
      return campaign(on.campaignId, (campaignId) => {
        put({ ...on, campaignId });
      });
    case 'points-reached':
      return (
        <>
          {campaign(
            on.campaignId,
            (campaignId) => {
              put({ ...on, campaignId });
            },
            true,
          )}
          <Amount
            label={t('au.p.points')}
            value={on.points}
            to={1_000_000}
            onChange={(points) => {
              put({ ...on, points });
            }}
          />
        </>
      );
    case 'coupon-expiring':
      return (
        <>
          {campaign(
            on.campaignId,
            (campaignId) => {
              put({ ...on, campaignId });
            },
            true,
          )}
          <Amount
            label={t('au.p.daysBefore')}
            value={on.days}
            to={365}
            onChange={(days) => {
              put({ ...on, days });
            }}
          />
        </>
      );
    case 'webhook-received':
      return (
        <HookChoice
          value={on.webhookId}
          error={wrong(`${at}.webhookId`)}
          onChange={(webhookId) => {
            put({ ...on, webhookId });
          }}
        />
      );
    case 'contact-imported':
      return (
        <Choice
          label={t('au.p.upload')}
          among={data.uploads}
          value={on.uploadId}
          none={t('au.p.anyUpload')}
          error={wrong(`${at}.uploadId`)}
          onChange={(uploadId) => {
            put({ ...on, uploadId });
          }}
        />
      );
    case 'field-changed':
      return (
        <>
          <FieldChoice
            label={t('au.p.field')}
            value={on.field}
            data={data}
            any={t('au.anyField')}
            error={wrong(`${at}.field`)}
            onChange={(field) => {
              put({ ...on, field });
            }}
          />
          <TextInput
            label={t('au.p.toValue')}
            placeholder={t('au.p.anyValue')}
            value={on.to ?? ''}
            maxLength={200}
            onChange={(event) => {
              const to = event.currentTarget.value;
              put({ ...on, to: to === '' ? null : to });
            }}
          />
        </>
      );
    case 'text-received':
      return (
        <>
          <TagsInput
            label={t('au.p.words')}
            description={t('au.p.wordsText')}
            placeholder={on.words.length === 0 ? t('au.p.typeEnter') : ''}
            value={on.words}
            maxTags={50}
            onChange={(words) => {
              put({ ...on, words: words.map((word) => word.slice(0, 200)) });
            }}
          />
          {on.words.length > 0 && (
            <Switch
              label={t('au.p.wholeWord')}
              checked={on.whole}
              onChange={(event) => {
                put({ ...on, whole: event.currentTarget.checked });
              }}
            />
          )}
        </>
      );
    case 'link-clicked':
      return broadcast(on.sourceId, 'sourceId', (sourceId) => {
        put({ ...on, sourceId });
      });
    case 'broadcast-sent':
    case 'broadcast-answered':
      return broadcast(on.broadcastId, 'broadcastId', (broadcastId) => {
        put({ ...on, broadcastId });
      });
    case 'broadcast-not-clicked':
      return (
        <>
          {broadcast(
            on.broadcastId,
            'broadcastId',
            (broadcastId) => {
              put({ ...on, broadcastId });
            },
            true,
          )}
          <Amount
            label={t('au.p.hours')}
            value={on.hours}
            to={720}
            onChange={(hours) => {
              put({ ...on, hours });
            }}
          />
        </>
      );
    case 'date':
      return (
        <DayFields
          value={on.when}
          at={`${at}.when`}
          data={data}
          wrong={wrong}
          onChange={(when) => {
            put({ ...on, when });
          }}
        />
      );
    default:
      return null;
  }
}

/** Which opt-ins count, in words: a keyword and a campaign are two names of one thing. */
function WhatCounts({
  on: { keyword: chosen, campaignId },
  data,
}: {
  readonly on: Extract<TriggerOn, { kind: 'opted-in' }>;
  readonly data: FilterData;
}) {
  const campaign = data.campaigns.find(({ id }) => id === campaignId);
  const keyword = chosen === '' ? null : chosen;
  if (campaignId !== null && campaign === undefined) return null;
  const name = campaign?.name ?? '';
  return (
    <p className="muted hint" role="status">
      {campaign === undefined ?
        keyword === null ?
          t('au.p.counts.any')
        : t('au.p.counts.keyword', { keyword })
      : keyword === null ?
        t('au.p.counts.campaign', { name })
      : t('au.p.counts.both', { name, keyword })}
    </p>
  );
}

/** A reward of a loop, or any of it; of any loop. */
function RewardFields({
  on: { campaignId, rewardId },
  wrong,
  onChange,
}: {
  readonly on: Extract<TriggerOn, { kind: 'reward-unlocked' }>;
  readonly wrong: Wrong;
  readonly onChange: (campaignId: string | null, rewardId: string | null) => void;
}) {
  const { data: loops } = useRead('/coupons/loops', {});
  const loop = loops?.data.find(({ id }) => id === campaignId);
  const rewards = (loop?.rewards ?? []).map(({ id, title, active }) => ({
    id,
    name: active ? title : t('au.p.rewardOff', { title }),
  }));
  return (
    <>
      <Choice
        label={t('au.p.loop')}
        among={loops?.data ?? []}
        value={loops === undefined ? null : campaignId}
        none={t('au.p.anyLoop')}
        error={wrong('campaignId')}
        onChange={(chosen) => {
          onChange(chosen, null);
        }}
      />
      {loop !== undefined && (
        <Choice
          label={t('au.p.reward')}
          among={rewards}
          value={rewardId}
          none={t(rewards.length === 0 ? 'au.p.noRewards' : 'au.p.anyReward')}
          error={wrong('rewardId')}
          onChange={(chosen) => {
            onChange(campaignId, chosen);
          }}
        />
      )}
    </>
  );
}

export const weekdays = automationModel.Weekday.options;
export const WeekdaysField = ({
  label,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly value: readonly automationModel.Weekday[];
  readonly error?: string | undefined;
  readonly onChange: (days: automationModel.Weekday[]) => void;
}) => (
  <MultiSelect
    label={label}
    data={weekdays.map((day) => ({ value: day as string, label: t(`au.weekday.${day}`) }))}
    value={[...value]}
    error={error}
    onChange={(days) => {
      onChange(days as automationModel.Weekday[]);
    }}
  />
);
