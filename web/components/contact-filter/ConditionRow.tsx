import { ActionIcon, MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from './texts.ts';
import { type ChoiceCondition, type Condition, type Field, fieldOf, fields, fresh, ofBroadcasts } from './model.ts';
import { attributeByApiName, attributeOf } from '../../../api/contract/attributes.ts';
import { attributeLabel } from '../attributes/label.ts';
import { type FilterData, useFound } from './useFilterData.ts';
import { fieldWord, monthWord, sentence, sources } from './labels.ts';

type Put = (condition: Condition) => void;

/** One condition: what is asked for, how, and with what. */
export function ConditionRow({
  place,
  condition,
  data,
  onChange,
}: {
  /** Which group and which line in it, `0-0`: where the keyboard begins. */
  readonly place: string;
  readonly condition: Condition;
  readonly data: FilterData;
  readonly onChange: (condition: Condition | null) => void;
}) {
  const options = [
    ...fields.map((field) => ({ value: field as string, label: fieldWord(fresh(field), data.names) })),
    ...data.fields.map(({ id, name }) => ({ value: `custom:${id}`, label: name })),
  ];
  return (
    <div className="row" data-row={place}>
      <Select
        aria-label={t('filter.field')}
        {...(place === '0-0' ? { 'data-autofocus': true } : {})}
        data={options}
        value={fieldOf(condition)}
        searchable
        allowDeselect={false}
        // The dialog begins here, and what it is for would lie under the list.
        openOnFocus={false}
        onChange={(field) => {
          if (field !== null) onChange(fresh(field as Field));
        }}
      />
      <Rule condition={condition} data={data} put={onChange} />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('filter.remove', { condition: sentence(condition, data.names) })}
        onClick={() => {
          onChange(null);
        }}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

const choices = <T extends string>(words: readonly T[], label: (word: T) => string) =>
  words.map((value) => ({ value, label: label(value) }));

function How<T extends string>({
  value,
  words,
  label,
  onChange,
}: {
  readonly value: T;
  readonly words: readonly T[];
  readonly label: (word: T) => string;
  readonly onChange: (word: T) => void;
}) {
  return (
    <Select
      aria-label={t('filter.how')}
      data={choices(words, label)}
      value={value}
      allowDeselect={false}
      onChange={(word) => {
        if (word !== null) onChange(word as T);
      }}
    />
  );
}

/** The server has searched: what it found is shown as it is. */
const asFound = <Input extends { readonly options: unknown }>({ options }: Input): Input['options'] => options;

function Files({
  ids,
  data,
  onChange,
}: {
  readonly ids: string[];
  readonly data: FilterData;
  readonly onChange: (ids: string[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const found = useFound('uploads', typed, { data, chosen: ids });
  return (
    <MultiSelect
      aria-label={t('filter.field.upload')}
      data={found.map(({ id, name }) => ({ value: id, label: name }))}
      value={ids}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={asFound}
      onChange={onChange}
      placeholder={ids.length === 0 ? t('filter.choose') : ''}
    />
  );
}

function Broadcast({
  id,
  data,
  onChange,
}: {
  readonly id: string | null;
  readonly data: FilterData;
  readonly onChange: (id: string | null) => void;
}) {
  const [typed, setTyped] = useState('');
  const found = useFound('broadcasts', typed, { data, chosen: id === null ? [] : [id] });
  return (
    <Select
      aria-label={t('filter.ofBroadcast')}
      placeholder={t('filter.anyBroadcast')}
      data={found.map((one) => ({ value: one.id, label: one.name }))}
      value={id}
      clearable
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={asFound}
      onChange={onChange}
    />
  );
}

const Days = ({ value, most, onChange }: { value: number; most: number; onChange: (days: number) => void }) => (
  <NumberInput
    aria-label={t('filter.numberOfDays')}
    value={value}
    min={1}
    max={most}
    allowDecimal={false}
    suffix={` ${t('filter.daysWord')}`}
    onChange={(days) => {
      onChange(Math.min(most, Math.max(1, Number(days) || 1)));
    }}
  />
);
const Day = ({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) => (
  <TextInput
    type="date"
    aria-label={label}
    value={value}
    onChange={(event) => {
      if (event.currentTarget.value !== '') onChange(event.currentTarget.value);
    }}
  />
);
const today = (): string => new Date().toISOString().slice(0, 10);

const three = ['any', 'all', 'none'] as const;
const two = ['any', 'none'] as const;
const rules = ['equal', 'not-equal', 'containing', 'not-containing', 'beginning', 'known', 'not-known'] as const;
const moments = ['in-the-last', 'not-in-the-last', 'on', 'before', 'after', 'between'] as const;
const yearly = ['today', 'in-the-next', 'month', 'known', 'not-known'] as const;
const deeds = ['replied', 'clicked', 'sent', 'delivered', 'bounced', 'coupon-issued', 'redeemed'] as const;

function Rule({
  condition,
  data,
  put,
}: {
  readonly condition: Condition;
  readonly data: FilterData;
  readonly put: Put;
}) {
  const many = (
    label: string,
    options: { value: string; label: string }[],
    value: string[],
    set: (v: string[]) => void,
  ) => (
    <MultiSelect
      aria-label={label}
      data={options}
      value={value}
      searchable
      onChange={set}
      placeholder={value.length === 0 ? t('filter.choose') : ''}
    />
  );
  switch (condition.field) {
    case 'tag':
    case 'keyword': {
      const known = condition.field === 'keyword' ? data.campaigns.flatMap(({ keyword }) => keyword ?? []) : data.tags;
      return (
        <>
          <How
            value={condition.has}
            words={three}
            label={(word) => t(`filter.has.${word}`)}
            onChange={(has) => {
              put({ ...condition, has });
            }}
          />
          <TagsInput
            aria-label={t(`filter.field.${condition.field}`)}
            data={[...new Set(known)]}
            value={condition.values}
            placeholder={condition.values.length === 0 ? t('filter.typeWord') : ''}
            limit={100}
            onChange={(values) => {
              put({ ...condition, values });
            }}
          />
        </>
      );
    }
    case 'campaign':
      return (
        <>
          <How
            value={condition.has}
            words={three}
            label={(word) => t(`filter.has.${word}`)}
            onChange={(has) => {
              put({ ...condition, has });
            }}
          />
          {many(
            t('filter.field.campaign'),
            data.campaigns.map(({ id, name }) => ({ value: id, label: name })),
            condition.ids,
            (ids) => {
              put({ ...condition, ids });
            },
          )}
        </>
      );
    case 'segment':
    case 'upload':
      return (
        <>
          <How
            value={condition.has}
            words={two}
            label={(word) => t(`filter.has.${word}`)}
            onChange={(has) => {
              put({ ...condition, has });
            }}
          />
          {condition.field === 'segment' ?
            many(
              t('filter.field.segment'),
              data.segments.map(({ id, name }) => ({ value: id, label: name })),
              condition.ids,
              (ids) => {
                put({ ...condition, ids });
              },
            )
          : <Files
              ids={condition.ids}
              data={data}
              onChange={(ids) => {
                put({ ...condition, ids });
              }}
            />
          }
        </>
      );
    case 'status':
      return many(
        t('filter.field.status'),
        choices(['subscribed', 'optedOut', 'unknown'] as const, (word) => t(`contactStatus.${word}`)),
        condition.values,
        (values) => {
          put({ ...condition, values: values as typeof condition.values });
        },
      );
    case 'email_status':
      return many(
        t('filter.field.email_status'),
        choices(['subscribed', 'unsubscribed', 'unknown'] as const, (word) => t(`filter.email.${word}`)),
        condition.values,
        (values) => {
          put({ ...condition, values: values as typeof condition.values });
        },
      );
    case 'source':
      return many(
        t('filter.field.source'),
        choices(sources, (word) => t(`filter.source.${word}`)),
        condition.values,
        (values) => {
          put({ ...condition, values });
        },
      );
    case 'reachable':
      return (
        <How
          value={condition.value ? 'yes' : 'no'}
          words={['yes', 'no']}
          label={(word) => t(`filter.reachable.${word}`)}
          onChange={(word) => {
            put({ ...condition, value: word === 'yes' });
          }}
        />
      );
    case 'created':
    case 'opted_in':
    case 'last_message': {
      const { moment } = condition;
      const set = (changed: typeof moment) => {
        put({ ...condition, moment: changed });
      };
      return (
        <>
          <How
            value={moment.when}
            words={moments}
            label={(word) => t(`filter.when.${word}`)}
            onChange={(when) => {
              set(
                when === 'between' ? { when, from: today(), to: today() }
                : when === 'in-the-last' || when === 'not-in-the-last' ? { when, days: 30 }
                : { when, day: today() },
              );
            }}
          />
          {'days' in moment ?
            <Days
              value={moment.days}
              most={3_650}
              onChange={(days) => {
                set({ ...moment, days });
              }}
            />
          : 'from' in moment ?
            <span className="pair">
              <Day
                label={t('filter.from')}
                value={moment.from}
                onChange={(from) => {
                  set({ ...moment, from });
                }}
              />
              <Day
                label={t('filter.to')}
                value={moment.to}
                onChange={(to) => {
                  set({ ...moment, to });
                }}
              />
            </span>
          : <Day
              label={t('filter.day')}
              value={moment.day}
              onChange={(day) => {
                set({ ...moment, day });
              }}
            />
          }
        </>
      );
    }
    case 'engagement':
      return (
        <>
          <How
            value={`${condition.not ? 'not-' : ''}${condition.did}` as const}
            words={[...deeds, ...deeds.map((did) => `not-${did}` as const)]}
            label={(word) =>
              word.startsWith('not-') ?
                t(`filter.didNot.${word.slice(4) as (typeof deeds)[number]}`)
              : t(`filter.did.${word as (typeof deeds)[number]}`)
            }
            onChange={(word) => {
              const not = word.startsWith('not-');
              put({ ...condition, not, did: (not ? word.slice(4) : word) as typeof condition.did, of: null });
            }}
          />
          {ofBroadcasts.has(condition.did) && data.broadcasts.length > 0 && (
            <Broadcast
              id={condition.of}
              data={data}
              onChange={(of) => {
                put({ ...condition, of, within: of === null ? 30 : null });
              }}
            />
          )}
          <Days
            value={condition.within ?? 3_650}
            most={3_650}
            onChange={(within) => {
              put({ ...condition, within });
            }}
          />
        </>
      );
    case 'custom': {
      const { value } = condition;
      const kind = data.fields.find(({ id }) => id === condition.id)?.kind;
      const own = kind === 'number' || kind === 'date' ? ([...rules, 'less', 'more'] as const) : rules;
      const typed = 'value' in value ? value.value : '';
      return (
        <>
          <How
            value={value.is === 'one-of' ? 'equal' : value.is}
            words={own}
            label={(word) => t(`filter.is.${word}`)}
            onChange={(is) => {
              put({ ...condition, value: is === 'known' || is === 'not-known' ? { is } : { is, value: typed } });
            }}
          />
          {'value' in value && (
            <TextInput
              aria-label={t('filter.value')}
              value={value.value}
              maxLength={200}
              type={kind === 'date' ? 'date' : 'text'}
              onChange={(event) => {
                put({ ...condition, value: { ...value, value: event.currentTarget.value } });
              }}
            />
          )}
        </>
      );
    }
    default:
      if ('text' in condition) return <TextRule condition={condition} put={put} />;
      if ('day' in condition) return <DayRule condition={condition} put={put} />;
      return <ChoiceRule condition={condition} put={put} />;
  }
}

/** Names, the number, and attributes that are written. */
function TextRule({ condition, put }: RuleOf<{ text: unknown }>) {
  const { text } = condition;
  const typed = 'value' in text ? text.value : '';
  return (
    <>
      <How
        value={text.is}
        words={rules}
        label={(word) => t(`filter.is.${word}`)}
        onChange={(is) => {
          put({ ...condition, text: is === 'known' || is === 'not-known' ? { is } : { is, value: typed } });
        }}
      />
      {'value' in text && (
        <TextInput
          aria-label={t('filter.value')}
          value={text.value}
          maxLength={200}
          onChange={(event) => {
            put({ ...condition, text: { ...text, value: event.currentTarget.value } });
          }}
        />
      )}
    </>
  );
}

/** Attributes that are days of the year. */
function DayRule({ condition, put }: RuleOf<{ day: unknown }>) {
  const { day } = condition;
  return (
    <>
      <How
        value={day.when}
        words={yearly}
        label={(word) => t(`filter.yearly.${word}`)}
        onChange={(when) => {
          put({
            ...condition,
            day:
              when === 'in-the-next' ? { when, days: 7 }
              : when === 'month' ? { when, month: 1 }
              : { when },
          });
        }}
      />
      {'days' in day ?
        <Days
          value={day.days}
          most={365}
          onChange={(days) => {
            put({ ...condition, day: { ...day, days } });
          }}
        />
      : 'month' in day ?
        <Select
          aria-label={t('filter.month')}
          data={Array.from({ length: 12 }, (_, at) => ({ value: String(at + 1), label: monthWord(at + 1) }))}
          value={String(day.month)}
          allowDeselect={false}
          onChange={(month) => {
            put({ ...condition, day: { ...day, month: Number(month) } });
          }}
        />
      : null}
    </>
  );
}

/** Attributes that are chosen of a list. */
function ChoiceRule({ condition, put }: { readonly condition: ChoiceCondition; readonly put: Put }) {
  const { field, value } = condition;
  const attribute = attributeOf(attributeByApiName[field]);
  const options = attribute.kind === 'choice' ? Object.entries(attribute.options) : [];
  return (
    <>
      <How
        value={value.is}
        words={['one-of', 'none-of', 'known', 'not-known']}
        label={(word) => t(`filter.is.${word}`)}
        onChange={(is) => {
          const values = 'values' in value ? value.values : [];
          put({ ...condition, value: is === 'known' || is === 'not-known' ? { is } : { is, values } });
        }}
      />
      {'values' in value && (
        <MultiSelect
          aria-label={attributeLabel(field)}
          data={options.map(([code, label]) => ({ value: code, label }))}
          value={value.values}
          searchable
          onChange={(values) => {
            put({ ...condition, value: { ...value, values } });
          }}
          placeholder={value.values.length === 0 ? t('filter.choose') : ''}
        />
      )}
    </>
  );
}

interface RuleOf<Shape> {
  readonly condition: Extract<Condition, Shape>;
  readonly put: Put;
}
